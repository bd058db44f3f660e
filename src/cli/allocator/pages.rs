//! Pages of memory from the system, and back to it.

use std::ptr;

/// No system has smaller pages.
pub(super) const SMALLEST: usize = 1 << 12;
/// No system has larger ordinary pages.
const LARGEST_ORDINARY: usize = 1 << 16;
/// What large pages are on most systems.
const HUGE: usize = 2 << 20;

/// The next multiple of pages.
pub(super) fn whole(size: usize) -> usize {
    size.next_multiple_of(LARGEST_ORDINARY)
}

/// So many bytes, all 0, on pages of their own; null where there are none.
pub(super) fn map(size: usize) -> *mut u8 {
    // Large pages begin at multiples of their size: with room for one more there is such a beginning, and what is
    // before and behind goes back.
    let spare = if size >= HUGE { HUGE } else { 0 };
    let length = whole(size);
    let Some(room) = length.checked_add(spare) else {
        return ptr::null_mut();
    };
    // SAFETY: pages that nobody has are taken; of these, whole ones outside of what is handed out go back.
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

/// The same pages with what they hold, made to be so many bytes, perhaps elsewhere; null, and nothing happens, where that cannot be.
///
/// # Safety
/// `memory` must have come from here with `size`, and is gone afterwards but for where null comes back.
pub(super) unsafe fn remap(memory: *mut u8, size: usize, new: usize) -> *mut u8 {
    // SAFETY: the caller's promise; what is moved is whole pages, which stay the process's own.
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
/// They must have come from here with this size, and be gone for the caller.
pub(super) unsafe fn unmap(memory: *mut u8, size: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(memory.cast(), whole(size)) };
}

/// Tells the system that these pages may be large ones: all of them, for only pages that are alike can be moved together.
///
/// # Safety
/// They must be whole and the process's own.
pub(super) unsafe fn advise(memory: *mut u8, length: usize) {
    // SAFETY: the caller's promise; the advice leaves alone what they hold. Where it is refused, nothing is lost.
    unsafe { libc::madvise(memory.cast(), length, libc::MADV_HUGEPAGE) };
}
