//! Makes the snapshot: statistics of the names, places and comments of many games. Few of their
//! comments are in languages other than English, so comments in these were written for this
//! purpose; they are in the folder `commentary`, one a line.
//!
//! ```text
//! PGNPACK_CORPUS=… cargo test --release --lib compile_snapshot -- --ignored --nocapture
//! ```
//! The folder `PGNPACK_CORPUS` contains the games in `train/`.

use super::field;
use crate::{
    coding::text::collect::{self, Document, Kind},
    pgn::{
        self,
        game::{Game, Item},
        layout::Piece,
    },
};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// Log2 of the number of buckets of the snapshot.
const LOG2_BUCKETS: u32 = 17;
/// The least weight of a line. What stands in the comments of a single game leaves none.
const LEAST: u16 = PROSE_WEIGHT + 1;
/// The weight of a name, place or event is the number of games that have it, and this at most.
const MOST_GAMES: u32 = 100;
/// The weight of the comments of a game.
const PROSE_WEIGHT: u16 = 8;
/// Comments written for the purpose, by language.
const COMMENTARY: &str = "src/codec/text/priming/commentary";
/// Prefix of the names of files whose games have hardly any tags; they are skipped.
const MOVES_ALONE: &str = "moves-";

#[test]
#[ignore = "makes a file of the source tree"]
fn compile_snapshot() {
    let corpus = std::env::var("PGNPACK_CORPUS").expect("PGNPACK_CORPUS names a folder");
    let train = Path::new(&corpus).join("train");
    let mut gathered = Gathered::default();
    for file in sorted(&train) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with(MOVES_ALONE) {
            continue;
        }
        let text = std::fs::read(&file).unwrap();
        gathered.read(&text, name.starts_with("annotated"));
        println!("{name}: {} names", gathered.names.len());
    }
    for file in sorted(Path::new(COMMENTARY)) {
        gathered.take_commentary(&std::fs::read_to_string(&file).unwrap());
        println!("{}: {} documents", file.display(), gathered.documents.len());
    }
    let bytes = collect::snapshot(&gathered.all(), LOG2_BUCKETS, LEAST);
    println!("{} bytes", bytes.len());
    std::fs::write("src/codec/text/priming/snapshot.bin", bytes).unwrap();
}

/// The files of a folder, sorted by name.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The text as people type it without accents and typographic signs.
fn without_accents(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            'à' | 'â' | 'á' | 'ã' => plain.push('a'),
            'ç' => plain.push('c'),
            'é' | 'è' | 'ê' | 'ë' => plain.push('e'),
            'î' | 'ï' | 'í' | 'ì' => plain.push('i'),
            'ñ' => plain.push('n'),
            'ô' | 'ó' | 'ò' | 'õ' => plain.push('o'),
            'û' | 'ù' | 'ú' => plain.push('u'),
            'À' | 'Á' | 'Â' => plain.push('A'),
            'É' | 'È' | 'Ê' => plain.push('E'),
            'Ç' => plain.push('C'),
            'Ó' | 'Ô' => plain.push('O'),
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'Ä' => plain.push_str("Ae"),
            'Ö' => plain.push_str("Oe"),
            'Ü' => plain.push_str("Ue"),
            'ß' => plain.push_str("ss"),
            'œ' => plain.push_str("oe"),
            '’' => plain.push('\''),
            '«' | '»' | '“' | '”' | '„' => plain.push('"'),
            '–' | '—' => plain.push('-'),
            '…' => plain.push_str("..."),
            '¡' | '¿' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The strings of many games.
#[derive(Default)]
struct Gathered {
    documents: Vec<Document>,
    /// How many games have each value of a tag.
    names: FxHashMap<(u32, Vec<u8>), u32>,
}

impl Gathered {
    /// All documents, in an order that only their content determines.
    fn all(self) -> Vec<Document> {
        let mut names: Vec<_> = self.names.into_iter().collect();
        names.sort_unstable();
        let mut documents = self.documents;
        documents.extend(names.into_iter().map(|(string, games)| Document {
            kind: Kind::Name,
            weight: games.min(MOST_GAMES) as u16,
            times: games.min(MOST_GAMES),
            strings: vec![string],
        }));
        documents
    }

    fn read(&mut self, text: &[u8], prose: bool) {
        for part in text.chunks(8 << 20) {
            for piece in pgn::read(part).pieces {
                let Piece::Game(game, _) = piece else {
                    continue;
                };
                self.take_tags(&game);
                if prose {
                    self.take_comments(&game);
                }
            }
        }
    }

    fn take_tags(&mut self, game: &Game) {
        for tag in game.tags.iter() {
            let field = field::of_tag(tag.name);
            let known = [field::PLAYER, field::EVENT, field::SITE, field::OPENING];
            let plain = tag.value.starts_with(b"http") || tag.value.len() > 60;
            if known.contains(&field) && !plain {
                *self.names.entry((field, tag.value.to_vec())).or_default() += 1;
            }
        }
    }

    fn take_commentary(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.is_empty()) {
            let plain = without_accents(line);
            let spellings = [line, &plain];
            let different = if plain == line { 1 } else { 2 };
            for spelling in &spellings[..different] {
                self.take_prose(LEAST, vec![spelling.as_bytes().to_vec()]);
            }
        }
    }

    fn take_comments(&mut self, game: &Game) {
        let comments = game.items.iter().filter_map(|item| match item {
            Item::Comment(comment) => Some(comment.to_vec()),
            _ => None,
        });
        self.take_prose(PROSE_WEIGHT, comments.collect());
    }

    fn take_prose(&mut self, weight: u16, texts: Vec<Vec<u8>>) {
        if !texts.is_empty() {
            self.documents.push(Document {
                kind: Kind::Prose,
                weight,
                times: 1,
                strings: texts.into_iter().map(|text| (field::PROSE, text)).collect(),
            });
        }
    }
}
