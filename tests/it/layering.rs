//! Checks which modules and crates each part of the source names, so that the architecture cannot
//! go out of date.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each module, and the modules that it may name besides `error`, `limits` and `listed`. A codec
/// may name `position`, whose model also codes the positions in a text (a game's start, lists of
/// positions).
const MAY_NAME: [(&str, &[&str]); 11] = [
    (
        "cli",
        &["pipeline", "codec", "container", "position", "pgn", "chess"],
    ),
    ("pipeline", &["codec", "container", "pgn"]),
    ("container", &["coding"]),
    ("codec", &["pgn", "position", "chess", "coding"]),
    ("position", &["chess", "coding"]),
    ("pgn", &["chess"]),
    ("chess", &[]),
    ("coding", &[]),
    ("limits", &[]),
    ("listed", &[]),
    ("error", &[]),
];

/// Each crate, and the only part of the source that may name it.
const ONLY_IN: [(&str, &str); 19] = [
    ("shakmaty", "src/chess"),
    ("pgn_reader", "src/pgn/parse.rs"),
    ("bitvec", "src/coding/bits.rs"),
    ("crc32fast", "src/container/checksum.rs"),
    ("num_bigint", "src/position"),
    ("zstd", "src/codec"),
    ("thiserror", "src/error.rs"),
    ("anyhow", "src/cli"),
    ("clap", "src/cli"),
    ("clap_complete", "src/cli/commands/generate.rs"),
    ("clap_mangen", "src/cli/commands/man.rs"),
    ("roff", "src/cli/commands/man.rs"),
    ("indicatif", "src/cli/progress.rs"),
    ("libc", "src/cli/allocator"),
    ("nix", "src/cli/files"),
    ("serde_json", "src/cli"),
    ("signal_hook", "src/cli/interruption.rs"),
    ("tempfile", "src/cli"),
    ("walkdir", "src/cli/files/folders.rs"),
];

/// The crates that any part of the source may name.
const ANYWHERE: [&str; 3] = ["memchr", "rustc_hash", "xxhash_rust"];

fn sources() -> Vec<(PathBuf, String)> {
    let code = |path: PathBuf| {
        let code = without_comments(&fs::read_to_string(&path).unwrap());
        (path, code)
    };
    files("src").into_iter().map(code).collect()
}

/// The files of Rust in a folder, and in those within it.
fn files(folder: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files);
    files.sort();
    assert!(files.len() > 30);
    files
}

fn without_comments(code: &str) -> String {
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// How many modules a file of the source is in, its own included.
fn depth(path: &Path) -> usize {
    let modules = path.components().count() - 1;
    modules - usize::from(path.ends_with("mod.rs"))
}

/// The modules that `code` names behind `crate::`, or behind as many `super::` as lead there from a
/// file of that depth, in any form of `use` or in an expression.
fn named(code: &str, depth: usize) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    let climb = "super::".repeat(depth);
    let roots = ["crate::", &climb].into_iter();
    for (at, found) in roots.flat_map(|root| code.match_indices(root)) {
        if code[..at].ends_with(|before: char| before == '$' || before.is_alphanumeric()) {
            continue;
        }
        // A module within the file has one more above it.
        let rest = code[at + found.len()..].trim_start_matches("super::");
        match rest.strip_prefix('{') {
            None => named.extend(first_word(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut entries = vec![String::new()];
                for symbol in group.chars() {
                    match symbol {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => entries.push(String::new()),
                        _ => {}
                    }
                    if let Some(entry) = entries.last_mut() {
                        entry.push(symbol);
                    }
                }
                named.extend(
                    entries
                        .iter()
                        .filter_map(|entry| first_word(entry.trim_start_matches([',', ' ', '\n']))),
                );
            }
        }
    }
    named
}

fn first_word(code: &str) -> Option<String> {
    let word: String = code
        .chars()
        .take_while(|&symbol| symbol.is_alphanumeric() || symbol == '_')
        .collect();
    Some(word).filter(|word| !word.is_empty())
}

#[test]
fn imports_go_one_way() {
    let mut seen = BTreeSet::new();
    for (path, code) in sources() {
        let module = path
            .components()
            .nth(1)
            .unwrap()
            .as_os_str()
            .to_str()
            .unwrap();
        let module = module.trim_end_matches(".rs");
        let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == module) else {
            assert!(
                ["main", "lib"].contains(&module),
                "{module} is in no row of the table"
            );
            continue;
        };
        for other in named(&code, depth(&path)) {
            let known = MAY_NAME.iter().any(|(name, _)| *name == other);
            let fine = !known
                || other == module
                || ["error", "limits", "listed"].contains(&other.as_str());
            assert!(
                fine || allowed.contains(&other.as_str()),
                "{} names {other}",
                path.display()
            );
            seen.insert((module.to_owned(), other));
        }
    }
    // The table allows nothing that is not done.
    for (module, allowed) in MAY_NAME {
        for other in allowed {
            let edge = (module.to_owned(), (*other).to_owned());
            assert!(seen.contains(&edge), "{module} names no {other}");
        }
    }
}

#[test]
fn every_crate_has_its_place() {
    let manifest = fs::read_to_string("Cargo.toml").unwrap();
    let sections = manifest.split("\n[");
    let dependencies = sections
        .filter(|section| section.starts_with("dependencies]") || section.starts_with("target."));
    let names = dependencies.flat_map(|section| section.lines().skip(1));
    let names = names.filter_map(|line| line.split_once(" = "));
    let named: BTreeSet<String> = names.map(|(name, _)| name.replace('-', "_")).collect();
    let homes = ONLY_IN.iter().map(|&(name, _)| name).chain(ANYWHERE);
    assert_eq!(named, homes.map(str::to_owned).collect());
}

/// Whether `code` names the crate `name`: `unix::fs` does not name `nix`.
fn code_names(code: &str, name: &str) -> bool {
    let is_in_a_word = |c: char| c.is_alphanumeric() || c == '_';
    let path = format!("{name}::");
    let mut paths = code.match_indices(&path);
    paths.any(|(at, _)| !code[..at].ends_with(is_in_a_word))
        || code.contains(&format!("use {name}"))
}

#[test]
fn foreign_crates_stay_behind_their_walls() {
    for (name, home) in ONLY_IN {
        let mut homes = 0;
        for (path, code) in sources() {
            let uses = code_names(&code, name);
            match path.starts_with(home) {
                true => homes += usize::from(uses),
                false => assert!(
                    !uses,
                    "{} names {name}, which belongs in {home}",
                    path.display()
                ),
            }
        }
        assert!(homes > 0, "nothing in {home} names {name}");
    }
}

#[test]
fn a_module_with_modules_of_its_own_is_a_folder_with_a_mod_rs() {
    for path in ["src", "tests"].into_iter().flat_map(files) {
        let folder = path.with_extension("");
        assert!(!folder.is_dir(), "{} is beside its folder", path.display());
    }
}

#[test]
fn no_file_is_too_long_to_be_read_in_one_go() {
    for path in ["src", "tests"].into_iter().flat_map(files) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 600, "{} has {lines} lines", path.display());
    }
}

#[test]
fn every_module_here_is_part_of_the_tests() {
    let folder = Path::new("tests/it");
    all_are_named(folder, &folder.join("main.rs"));
}

/// Checks that `root` names all modules in its folder, and each of these those in its own.
fn all_are_named(folder: &Path, root: &Path) {
    let code = fs::read_to_string(root).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            path == root || code.contains(&format!("mod {module};")),
            "{} is not run",
            path.display()
        );
        if path.is_dir() {
            all_are_named(&path, &path.join("mod.rs"));
        }
    }
}

#[test]
fn imports_are_found_in_all_their_forms() {
    let code = "use crate::{codec::{Codec, streams}, error::Error,\n    pgn};\nfn f() { crate::limits::g() }\nuse crate::cli::x;";
    let expected = ["cli", "codec", "error", "limits", "pgn"];
    assert!(named(code, 2).iter().eq(expected.iter()));
    let code = "use super::super::{codec::Codec, pgn};\nuse super::cli;\nmod tests { use super::super::super::limits; }";
    let expected = ["codec", "limits", "pgn"];
    assert!(named(code, 2).iter().eq(expected.iter()));
    let depths = ["src/limits.rs", "src/cli/mod.rs", "src/cli/args/mod.rs"];
    assert_eq!(depths.map(|path| depth(Path::new(path))), [1, 1, 2]);
}
