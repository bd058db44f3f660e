//! The model file. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use crate::random::Random;
use std::sync::LazyLock;

/// Rows of the first layer (2.4).
pub(crate) const INPUT_ROWS: usize = 6_376;
/// Vectors of moves (2.4).
pub(crate) const VECTORS: usize = 3_876;
/// Units of the move layer (2.4).
pub(crate) const UNITS: usize = 32;
/// Rows of the quick network's move layer (2.4).
pub(crate) const QUICK_ROWS: usize = 8_794;
/// Rows of a judge's move layer (2.4).
pub(crate) const JUDGE_ROWS: usize = 8_494;

/// What a file says of moves.
pub(crate) struct ModelFile {
    /// The tables of reflexes (2.5).
    pub(crate) reflexes: Vec<i8>,
    /// The quick network.
    pub(crate) quick: Network,
    /// The judges.
    pub(crate) judges: Vec<Network>,
    /// What is known beforehand of clocks and of evaluations (2.3), and the networks of both.
    pub(crate) known: [Vec<u8>; 4],
}

/// A network (2.4), its numbers as they are stored.
pub(crate) struct Network {
    /// H.
    pub(crate) hidden: usize,
    /// Rows of H.
    pub(crate) inputs: Vec<i8>,
    /// Biases of the hidden units.
    pub(crate) hidden_biases: Vec<i16>,
    /// Rows of H.
    pub(crate) vectors: Vec<i8>,
    /// A row of H for each move unit.
    pub(crate) shared: Vec<i8>,
    /// Rows of 32, the first of them 0.
    pub(crate) rows: Vec<i16>,
    /// Biases of the move units.
    pub(crate) biases: Vec<i16>,
    /// Their floors.
    pub(crate) floors: Vec<i16>,
    /// Their ceilings.
    pub(crate) ceilings: Vec<i16>,
    /// Their signs.
    pub(crate) signs: Vec<i16>,
    /// Their shifts.
    pub(crate) shifts: Vec<i16>,
}

/// The model file that the program carries.
pub(crate) fn standard() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/codec/model/standard.pgm");
    std::fs::read(path).unwrap()
}

/// The broad judge (5.10).
pub(crate) fn broad() -> &'static Network {
    static BROAD: LazyLock<Network> = LazyLock::new(|| {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/codec/model/moves/broad/weights.bin"
        );
        let packed = std::fs::File::open(path).unwrap();
        Network::read(&zstd::stream::decode_all(packed).unwrap(), JUDGE_ROWS)
    });
    &BROAD
}

/// The same file with so many judges, each of them 64 of the hidden units of the first judge that
/// it has.
pub(crate) fn with_judges(judges: usize) -> Vec<u8> {
    let standard = standard();
    let mut sections = sections(&standard);
    let behind = sections.split_off(2 + usize::from(standard[5]));
    let judge = section(&mut &*sections[2]);
    let mut file = [&standard[..5], &[judges as u8]].concat();
    file.extend(sections[..2].concat());
    for number in 0..judges {
        push_packed(&mut file, &narrowed(&judge, 64 * number));
    }
    file.extend(behind.concat());
    let checksum = xxhash_rust::xxh3::xxh3_64(&file);
    file.extend(checksum.to_le_bytes());
    file
}

/// The same file with tables and networks of random numbers, and two judges.
pub(crate) fn at_random() -> Vec<u8> {
    let standard = standard();
    let sections = sections(&standard);
    let behind = &sections[2 + usize::from(standard[5])..];
    let mut random = Random::new(1);
    let mut file = [&standard[..5], &[2]].concat();
    push_packed(&mut file, &random.bytes(552_960));
    for (hidden, rows) in [(64, QUICK_ROWS), (64, JUDGE_ROWS), (128, JUDGE_ROWS)] {
        let bytes = (INPUT_ROWS + 2 + VECTORS + UNITS) * hidden + 2 * UNITS * (rows + 5);
        push_packed(
            &mut file,
            &[&[hidden as u8, 0], &random.bytes(bytes)[..]].concat(),
        );
    }
    file.extend(behind.concat());
    let checksum = xxhash_rust::xxh3::xxh3_64(&file);
    file.extend(checksum.to_le_bytes());
    file
}

/// The sections of a file, with their lengths before them.
fn sections(file: &[u8]) -> Vec<&[u8]> {
    let mut rest = &file[6..file.len() - 8];
    let mut sections = Vec::new();
    while !rest.is_empty() {
        let len = u32::from_le_bytes(rest[..4].try_into().unwrap());
        sections.push(take(&mut rest, 4 + len as usize));
    }
    sections
}

fn push_packed(file: &mut Vec<u8>, bytes: &[u8]) {
    let packed = zstd::stream::encode_all(bytes, 1).unwrap();
    file.extend((packed.len() as u32).to_le_bytes());
    file.extend(packed);
}

/// A network of 64 of the hidden units of another one, from number `first` on (2.4).
fn narrowed(mut network: &[u8], first: usize) -> Vec<u8> {
    let rest = &mut network;
    let hidden = usize::from(u16::from_le_bytes(take(rest, 2).try_into().unwrap()));
    let mut narrow = vec![64, 0];
    for (rows, size) in [(INPUT_ROWS, 1), (1, 2), (VECTORS, 1), (UNITS, 1)] {
        for _ in 0..rows {
            let row = take(rest, size * hidden);
            narrow.extend(&row[size * first..size * (first + 64)]);
        }
    }
    narrow.extend(*rest);
    narrow
}

impl ModelFile {
    /// The model in `file` (2.1). Panics where it is none.
    pub(crate) fn read(file: &[u8]) -> ModelFile {
        assert!(file.len() <= 8 << 20);
        let (body, checksum) = file.split_at(file.len() - 8);
        assert_eq!(checksum, xxhash_rust::xxh3::xxh3_64(body).to_le_bytes());
        let mut rest = body;
        assert_eq!(take(&mut rest, 4), b"PGNM");
        assert_eq!(take(&mut rest, 1), [6]);
        let judges = take(&mut rest, 1)[0];
        assert!(judges <= 2);
        let reflexes = signed(&section(&mut rest));
        assert_eq!(reflexes.len(), 552_960);
        let quick = Network::read(&section(&mut rest), QUICK_ROWS);
        assert_eq!(quick.hidden, 64);
        let judges = (0..judges)
            .map(|_| Network::read(&section(&mut rest), JUDGE_ROWS))
            .collect();
        let known = std::array::from_fn(|_| section(&mut rest));
        assert!(rest.is_empty());
        ModelFile {
            reflexes,
            quick,
            judges,
            known,
        }
    }
}

impl Network {
    /// 2.4
    fn read(mut bytes: &[u8], rows: usize) -> Network {
        let rest = &mut bytes;
        let hidden = usize::from(u16::from_le_bytes(take(rest, 2).try_into().unwrap()));
        assert!(hidden > 0 && hidden.is_multiple_of(64) && hidden <= 1_536);
        let mut network = Network {
            hidden,
            inputs: signed(take(rest, INPUT_ROWS * hidden)),
            hidden_biases: pairs(take(rest, 2 * hidden)),
            vectors: signed(take(rest, VECTORS * hidden)),
            shared: signed(take(rest, UNITS * hidden)),
            rows: pairs(take(rest, 2 * UNITS * rows)),
            biases: pairs(take(rest, 2 * UNITS)),
            floors: pairs(take(rest, 2 * UNITS)),
            ceilings: pairs(take(rest, 2 * UNITS)),
            signs: pairs(take(rest, 2 * UNITS)),
            shifts: pairs(take(rest, 2 * UNITS)),
        };
        assert!(rest.is_empty());
        network.rows[..UNITS].fill(0);
        network
            .signs
            .iter_mut()
            .for_each(|sign| *sign = sign.signum());
        for shift in &mut network.shifts {
            *shift = (*shift).clamp(0, 31);
        }
        network
    }
}

fn take<'a>(bytes: &mut &'a [u8], len: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(len);
    *bytes = rest;
    taken
}

/// What is packed next (2.1).
fn section(bytes: &mut &[u8]) -> Vec<u8> {
    let len = u32::from_le_bytes(take(bytes, 4).try_into().unwrap());
    let packed = take(bytes, len as usize);
    if packed.is_empty() {
        return Vec::new();
    }
    let unpacked = zstd::stream::decode_all(packed).unwrap();
    assert!(unpacked.len() <= 16 << 20);
    unpacked
}

fn signed(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|&byte| byte.cast_signed()).collect()
}

fn pairs(bytes: &[u8]) -> Vec<i16> {
    let pair = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
    bytes.chunks(2).map(pair).collect()
}
