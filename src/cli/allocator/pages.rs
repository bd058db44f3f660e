//! Takes pages of memory from the system, and gives them back.

use std::ptr;

/// The size of the smallest pages that any system has, in bytes.
pub(super) const SMALLEST: usize = 1 << 12;
/// The size of the largest ordinary pages that any system has, in bytes.
const LARGEST_ORDINARY: usize = 1 << 16;
/// The size of large pages on most systems, in bytes.
const HUGE: usize = 2 << 20;

/// `size` rounded up to whole pages, whatever the system's page size.
pub(super) fn whole(size: usize) -> usize {
    size.next_multiple_of(LARGEST_ORDINARY)
}

/// Maps `size` bytes, all 0, on pages of their own; null if the system has none.
pub(super) fn map(size: usize) -> *mut u8 {
    // Large pages begin at multiples of their size. Asks for one large page more, so that there is
    // such a multiple in it, and gives back what is before and behind.
    let spare = if size >= HUGE { HUGE } else { 0 };
    let length = whole(size);
    let Some(room) = length.checked_add(spare) else {
        return ptr::null_mut();
    };
    // SAFETY: the mapping is new; only whole pages of it outside of what is returned are unmapped.
    unsafe {
        let start = libc::mmap(
            ptr::null_mut(),
            room,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if start == libc::MAP_FAILED {
            return ptr::null_mut();
        }
        let start: *mut u8 = start.cast();
        let before = match spare {
            0 => 0,
            _ => start.align_offset(HUGE),
        };
        let memory = start.add(before);
        if before > 0 {
            libc::munmap(start.cast(), before);
        }
        if before < spare {
            libc::munmap(memory.add(length).cast(), spare - before);
        }
        advise(memory, length);
        memory
    }
}

/// Resizes pages to `new` bytes with their contents, perhaps moving them. Null, and no change, if
/// that is impossible.
///
/// # Safety
/// `memory` must have come from here with `size`. It is gone afterwards, unless null is returned.
pub(super) unsafe fn remap(memory: *mut u8, size: usize, new: usize) -> *mut u8 {
    // SAFETY: the caller's promise; only whole pages are moved, and they stay the process's own.
    unsafe {
        let (size, new) = (whole(size), whole(new));
        let moved = libc::mremap(memory.cast(), size, new, libc::MREMAP_MAYMOVE);
        if moved == libc::MAP_FAILED {
            return ptr::null_mut();
        }
        advise(moved.cast(), new);
        moved.cast()
    }
}

/// Gives pages back.
///
/// # Safety
/// They must have come from here with this size, and must not be used any more.
pub(super) unsafe fn unmap(memory: *mut u8, size: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(memory.cast(), whole(size)) };
}

/// Tells the system that these pages may be large ones. A mapping is always advised as a whole,
/// because only pages with the same advice can be remapped together.
///
/// # Safety
/// They must be whole and the process's own.
pub(super) unsafe fn advise(memory: *mut u8, length: usize) {
    // SAFETY: the caller's promise; the advice does not change the contents. If it is refused,
    // pages stay ordinary.
    unsafe { libc::madvise(memory.cast(), length, libc::MADV_HUGEPAGE) };
}
