//! Where memory comes from: tables of megabytes are pages of their own, everything else is of the system's heap, both
//! of large pages where the system has them.
//!
//! Blocks come and go with tables of megabytes. glibc takes such a table from the system the first time, and once one
//! was freed it carves all later ones of that size out of its heaps, where they are zeroed by hand and leave holes
//! behind. Here each of them comes from the system, empty, and goes back there. A large page is there after one fault
//! and not after hundreds, and is found without a walk through the tables of pages. Where the system has none, or gives
//! them to nobody who asks, pages are ordinary ones.
//!
//! Each thread has a heap of its own, too, and which of those that are left over a new thread gets is chance. Where one
//! thread does all the work, the others need none: they read and write.
//!
//! # NOTES
//!
//! Three blocks of games over the board at level 6 on one thread, `/usr/bin/time -f %M`: 124 MB to pack and 113 MB to
//! unpack where glibc decides what is large, 104 and 97 from 2 MiB on, 96 and 91 from 1 MiB on, 93 and 88 from 256 KiB
//! on, which takes a tenth more time; 1 MiB takes none. mimalloc is 5 % to 10 % faster than either, and takes 145 MB
//! and 130 MB. From 1 MiB on and with a heap for each thread it was 98 MB to pack in some runs and 114 in others.
//!
//! A heap of large pages, and tables that begin where large pages do, on one thread: three megabytes are unpacked in 7
//! % to 10 % less time at level 1 and 2 % to 6 % less at level 6, packed in 4 % to 8 % and 2 % to 5 % less; 2,500
//! faults of pages instead of 9,000; the same memory within 3 %. One game alone at level 6 is unpacked in 21 ms instead
//! of 33, and packed in 23 instead of 41, a part of which is that nothing of the model is unpacked that is not asked.
//!
//! Large pages for tables alone: one game alone at level 6 is unpacked in 28 ms instead of 34, a file of three
//! megabytes in 1 % to 3 % less time; 0 to 1 MB more memory. mimalloc, which makes more of them, takes 19 ms and 9 %
//! less time, and 183 MB instead of 94 for ten megabytes of games over the board; without large pages, and giving back
//! at once what is freed, 38 ms, 5 % less time, 105 MB.

#![allow(unsafe_code)]

mod pages;

use super::{interruption, message::complain};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    process,
};

/// What is no smaller than this has pages of its own.
const LARGE: usize = 1 << 20;

/// The system's heap for what is small, and pages of its own for what is large.
#[derive(Clone, Copy, Debug)]
pub struct LargePages;

/// Whether so many bytes have pages of their own: not where they are to be aligned to more than a page.
fn is_large(layout: Layout, size: usize) -> bool {
    size >= LARGE && layout.align() <= pages::SMALLEST
}

// SAFETY: by its size, every piece of memory is either the heap's alone or has pages of its own; when it is given back
// or gets another size, its layout tells which.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        there(match is_large(layout, layout.size()) {
            true => pages::map(layout.size()),
            // SAFETY: the caller's promise.
            false => unsafe { System.alloc(layout) },
        })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        there(match is_large(layout, layout.size()) {
            true => pages::map(layout.size()),
            // SAFETY: the caller's promise.
            false => unsafe { System.alloc_zeroed(layout) },
        })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        match is_large(layout, layout.size()) {
            // SAFETY: so large a piece is of pages that `map` or `remap` gave.
            true => unsafe { pages::unmap(memory, layout.size()) },
            // SAFETY: the caller's promise, and so small a piece is of the heap.
            false => unsafe { System.dealloc(memory, layout) },
        }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        there(
            match [layout.size(), size].map(|size| is_large(layout, size)) {
                // SAFETY: so large a piece is of pages that `map` or `remap` gave.
                [true, true] => unsafe { pages::remap(memory, layout.size(), size) },
                // SAFETY: the caller's promise, and so small a piece is of the heap.
                [false, false] => unsafe { System.realloc(memory, layout, size) },
                // SAFETY: the caller's promise.
                _ => unsafe { self.moved(memory, layout, size) },
            },
        )
    }
}

/// A piece of memory, if there was one: else the program says so and ends, for nobody asks for less who was refused more.
#[inline(always)]
fn there(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        end_without_memory();
    }
    memory
}

/// Ends the program as a failed file would, with nothing half-written left behind.
#[cold]
fn end_without_memory() -> ! {
    interruption::drop_unfinished();
    complain("there is not enough memory");
    process::exit(1);
}

impl LargePages {
    /// Another piece of memory of `size` bytes with what this one holds, which is given back.
    ///
    /// # Safety
    /// As that of `realloc`.
    unsafe fn moved(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: `size` is above 0 and with this alignment a layout by the caller's promise, who holds `memory` with
        // `layout` and gives it up; both pieces hold the smaller number of bytes.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            new.copy_from_nonoverlapping(memory, size.min(layout.size()));
            self.dealloc(memory, layout);
            new
        }
    }
}

/// Makes the heap one of large pages, where the allocator can be told so, and, for `one_worker`, the only one. To be
/// called before there are threads.
pub(super) fn set_up(one_worker: bool) {
    #[cfg(target_env = "gnu")]
    // SAFETY: `mallopt` takes any numbers, and there is one thread.
    unsafe {
        if one_worker {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
        if address_space_is_unlimited() {
            extend_heap();
        }
    }
    #[cfg(not(target_env = "gnu"))]
    let _ = one_worker;
}

/// Whether nobody has limited how many addresses the process may have: where somebody has, none are taken in advance.
#[cfg(target_env = "gnu")]
fn address_space_is_unlimited() -> bool {
    [libc::RLIMIT_AS, libc::RLIMIT_DATA]
        .into_iter()
        .all(|resource| {
            let mut limit = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            // SAFETY: the limit is written to where it is told to be.
            let known = unsafe { libc::getrlimit(resource, &mut limit) } == 0;
            known && limit.rlim_cur == libc::RLIM_INFINITY
        })
}

/// Extends the heap by so many bytes of address space that may be large pages. On its own it grows by less than one, and never has any.
///
/// # Safety
/// There must be one thread.
#[cfg(target_env = "gnu")]
unsafe fn extend_heap() {
    const ROOM: usize = 64 << 20;
    // SAFETY: what is asked for is given back at once and becomes the free end of the heap. The pages advised lie between its ends.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE as std::ffi::c_int);
        libc::mallopt(libc::M_TOP_PAD, ROOM as std::ffi::c_int);
        let before: *mut u8 = libc::sbrk(0).cast();
        // The compiler would leave out what is not looked at.
        libc::free(std::hint::black_box(libc::malloc(LARGE / 2)));
        let after: *mut u8 = libc::sbrk(0).cast();
        let start = before.map_addr(pages::whole);
        let grown = after.addr().saturating_sub(start.addr());
        // Where the system has not given that much, there is nothing to advise.
        if (ROOM / 2..2 * ROOM).contains(&grown) {
            pages::advise(start, grown - grown % pages::whole(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn memory_keeps_what_it_holds_whatever_its_size_becomes(sizes in prop::collection::vec(1usize..5 << 20, 1..12), log2_align in 0u32..14) {
            let layout = |size| Layout::from_size_align(size, 1 << log2_align).unwrap();
            let byte = |place: usize| place.wrapping_mul(0x9e37_79b1).to_le_bytes()[3];
            let mut size = sizes[0];
            // SAFETY: every layout is of one byte at least, and each piece is used within its size, until it gets another or is given back.
            unsafe {
                let mut memory = LargePages.alloc_zeroed(layout(size));
                prop_assert!((0..size).all(|place| *memory.add(place) == 0));
                for &next in &sizes {
                    (0..size).for_each(|place| *memory.add(place) = byte(place));
                    memory = LargePages.realloc(memory, layout(size), next);
                    prop_assert!(!memory.is_null() && memory.addr() % (1 << log2_align) == 0);
                    prop_assert!((0..size.min(next)).all(|place| *memory.add(place) == byte(place)));
                    size = next;
                }
                LargePages.dealloc(memory, layout(size));
            }
        }
    }
}
