//! Payloads that are put together by hand, and damage to payloads.

use super::frame;
use crate::reference::container;
use proptest::{prelude::*, sample::Index};

/// 1.3
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// 7.S: a payload with these streams.
pub(super) fn payload_of(streams: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let full = || streams.iter().filter(|(_, bytes)| !bytes.is_empty());
    let last = full().count() - 1;
    let mut payload = Vec::new();
    for (place, (number, bytes)) in full().enumerate() {
        if place == last {
            payload.extend(varint(2 * number + 1));
        } else {
            payload.extend(varint(2 * number));
            payload.extend(varint(bytes.len() as u64));
        }
    }
    payload.extend(full().flat_map(|(_, bytes)| bytes));
    payload
}

/// 7.G, *squeezed*
pub(super) fn squeezed(bytes: &[u8]) -> Vec<u8> {
    let mut squeezed = varint(bytes.len() as u64);
    squeezed.extend(zstd::encode_all(bytes, 1).unwrap());
    squeezed
}

/// A change of a byte: where, by how much, and of which kind.
pub(super) type Change = (Index, u8, u8);

/// Some changes of bytes.
pub(super) fn any_changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<Index>(), any::<u8>(), 0u8..6), 1..4)
}

/// `bytes` after some changes. Most bring in small numbers, which mean something in most places.
pub(super) fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for (place, byte, kind) in changes {
        if bytes.is_empty() {
            break;
        }
        let place = place.index(bytes.len());
        match kind {
            0 => bytes[place] = *byte,
            1 => bytes[place] = bytes[place].wrapping_add(byte % 5).wrapping_sub(2),
            2 => bytes.insert(place, byte % 8),
            3 => {
                bytes.remove(place);
            }
            4 => bytes[place] = byte % 8,
            _ => bytes[place] ^= 1 << (byte % 8),
        }
    }
    bytes
}

/// `payload` with changes in one of its streams, before that is squeezed.
pub(super) fn damaged(payload: &[u8], which: Index, changes: &[Change]) -> Vec<u8> {
    let streams = container::streams(payload).unwrap();
    let which = which.index(streams.len());
    let mut streams: Vec<(u64, Vec<u8>)> = streams
        .into_iter()
        .map(|(number, bytes)| (number, bytes.to_vec()))
        .collect();
    let (number, bytes) = &mut streams[which];
    *bytes = match *number {
        container::NOTES | container::TEXT => {
            squeezed(&changed(frame::unsqueezed(bytes).unwrap(), changes))
        }
        _ => changed(bytes.clone(), changes),
    };
    payload_of(&streams)
}
