//! Speed of parsing and rendering PGN, of every codec, and of whole files, in bytes of PGN text a
//! second.
//!
//! Measures on a Lichess dump in the folder that `PGNPACK_CORPUS` names, or else on the games in
//! the repository.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pgnpack::{
    codec::{self, CodecId, Level},
    limits::Budget,
    pgn,
    pipeline::{self, CompressOptions, DecompressOptions, Nobody},
};
use std::{env, fs, path::PathBuf, time::Duration};

const MEGABYTE: usize = 1 << 20;

/// The text to measure on: at most a megabyte of whole games.
fn text() -> Vec<u8> {
    let corpus = env::var_os("PGNPACK_CORPUS").map(PathBuf::from);
    match corpus {
        Some(folder) => {
            let dump = folder.join("dev/lichess-dump-2015-04.pgn");
            let mut text = fs::read(dump).expect("the dump in that folder");
            text.truncate(pgn::split::cut(&text[..MEGABYTE], false));
            text
        }
        None => {
            let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pgn/export.pgn");
            let games = fs::read_to_string(shipped).expect("shipped games");
            // Numbered, as games that come again are coded once.
            let numbered = |round| games.replace("\"?\"", &format!("\"{round}\""));
            let text: String = (1..=MEGABYTE / games.len()).map(numbered).collect();
            text.into_bytes()
        }
    }
}

fn texts(criterion: &mut Criterion) {
    let text = text();
    let document = pgn::read(&text);
    assert_eq!(pgn::write(&document).expect("a document just read"), text);
    let mut group = criterion.benchmark_group("pgn");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("read", |bencher| bencher.iter(|| pgn::read(&text)));
    group.bench_function("write", |bencher| bencher.iter(|| pgn::write(&document)));
    group.finish();
}

fn codecs(criterion: &mut Criterion) {
    let text = text();
    for codec in codec::registered() {
        let document = pipeline::understand(codec, &text).expect("a text");
        assert!(document.repeats.is_empty(), "no game comes again");
        let encode = || codec.encode(&document, Level::DEFAULT);
        let payload = encode().expect("games without objection");
        let decode = || codec.decode(&payload, &Budget::new(1 << 30));
        let back = decode().expect("a payload just made");
        assert_eq!(pgn::write(&back).expect("a document just decoded"), text);
        let mut group = criterion.benchmark_group(format!("codec/{}", codec.id().name()));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("encode", |bencher| bencher.iter(encode));
        group.bench_function("decode", |bencher| bencher.iter(decode));
        group.finish();
    }
}

fn files(criterion: &mut Criterion) {
    let text = text();
    for codec in [CodecId::Bitpack, CodecId::Model] {
        let options = CompressOptions {
            codec,
            verify: false,
            ..CompressOptions::default()
        };
        let pack = || {
            let mut packed = Vec::new();
            pipeline::compress(&mut text.as_slice(), &mut packed, &options, &Nobody).map(|_| packed)
        };
        let packed = pack().expect("memory is enough");
        let unpack = || {
            let mut out = Vec::with_capacity(text.len());
            let options = DecompressOptions::default();
            pipeline::decompress(&mut packed.as_slice(), &mut out, &options, &Nobody).map(|_| out)
        };
        assert_eq!(unpack().expect("a file just made"), text);
        let mut group = criterion.benchmark_group(format!("file/{}", codec.name()));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("compress", |bencher| bencher.iter(pack));
        group.bench_function("decompress", |bencher| bencher.iter(unpack));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    targets = texts, codecs, files
}
criterion_main!(benches);
