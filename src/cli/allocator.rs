//! What the allocator is told before anything is allocated.
//!
//! Blocks come and go with tables of megabytes. By default glibc takes such a table from the system the first time, and once one
//! was freed it carves all later ones of that size out of its heaps, where they are zeroed by hand and leave holes behind. With a fixed
//! limit each of them always comes from the system, empty, and goes back there.
//!
//! Each thread has a heap of its own, too, and which of those that are left over a new thread gets is chance. Where one thread does all the work,
//! the others need none: they read and write.
//!
//! # NOTES
//!
//! Three blocks of games over the board at level 6 on one thread, `/usr/bin/time -f %M`: 124 MB to pack and 113 MB to unpack without a limit,
//! 104 and 97 with one of 2 MiB, 96 and 91 with 1 MiB, 93 and 88 with 256 KiB, which takes a tenth more time; 1 MiB takes none. mimalloc
//! is 5 % to 10 % faster than either, and takes 145 MB and 130 MB. With 1 MiB and a heap for each thread it was 98 MB to pack in some runs and 114 in others.
//!
//! Large pages for what has pages of its own: one game alone at level 6 is unpacked in 28 ms instead of 34, a file of three megabytes in 1 % to 3 % less time; 0 to 1 MB more memory. mimalloc, which makes more of them, takes
//! 19 ms and 9 % less time, and 183 MB instead of 94 for ten megabytes of games over the board; without large pages, and giving back at once what is freed, 38 ms, 5 % less time, 105 MB.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which is told to use large pages for what is large: a table is then there after one fault of a page and not after
/// hundreds, and its places are found without a walk through the tables of pages. Where the system has no large pages, or gives them to nobody who asks, it is
/// the system's allocator and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct LargePages;

// SAFETY: all memory is the system allocator's; what it is advised of changes nothing that it holds.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        advised(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The same memory, of which the system knows now that it may be large pages.
#[inline]
fn advised(memory: *mut u8, size: usize) -> *mut u8 {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if size >= LARGE && !memory.is_null() {
        /// No system has larger ordinary pages.
        const PAGE: usize = 1 << 16;
        let skipped = memory.align_offset(PAGE);
        let whole = size.saturating_sub(skipped) / PAGE * PAGE;
        // SAFETY: these pages lie within the allocation; the advice leaves alone what they hold. Where it is refused, nothing is lost.
        unsafe { libc::madvise(memory.add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = size;
    memory
}

/// Allocations from this size on may be large pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: usize = 1 << 20;

/// Allocations from this size on are pages of their own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES: std::ffi::c_int = 1 << 20;

/// Has large allocations made of pages of their own, where the allocator can be told so, and, for `one_worker`, all others of one heap. To be
/// called before there are threads.
pub(super) fn set_up(one_worker: bool) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` takes any numbers, and there is one thread.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES);
        if one_worker {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = one_worker;
}
