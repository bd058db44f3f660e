//! Codes of different widths, none of which another begins with.

use crate::coding::bits::BitWriter;
use crate::error::{Error, Result};
use crate::position::Fields;

/// What a code stands for, the code, and its width in bits.
pub(super) type Entry<T> = (T, u64, usize);

/// Appends the code of `value`, which is in the table.
pub(super) fn write<T: PartialEq>(writer: &mut BitWriter, table: &[Entry<T>], value: &T) {
    let entry = table.iter().find(|entry| entry.0 == *value);
    debug_assert!(entry.is_some());
    if let Some(&(_, code, width)) = entry {
        writer.write(code, width);
    }
}

/// Reads what the next code stands for.
///
/// # Errors
/// Truncated if the code ends too early, corrupt if no entry has the code.
pub(super) fn read<T: Copy>(fields: &mut Fields<'_>, table: &[Entry<T>]) -> Result<T> {
    let longest = table.iter().map(|entry| entry.2).max().unwrap_or(0);
    let mut code = 0;
    for width in 0..=longest {
        if let Some(entry) = table
            .iter()
            .find(|entry| (entry.1, entry.2) == (code, width))
        {
            return Ok(entry.0);
        }
        if width < longest {
            code = code << 1 | fields.take(1)?;
        }
    }
    Err(Error::corrupt("no man has this code"))
}
