//! The program's allocator on Linux. Tables of megabytes get pages of their own, everything else
//! comes from the system's heap, and both use large pages (huge pages) where the system has them.
//!
//! Each block allocates and frees tables of megabytes. glibc takes such a table from the system the
//! first time. Once one was freed, it carves all later ones of that size out of its heaps, where
//! they must be zeroed and leave holes behind. Here each table comes from the system, already zero,
//! and goes back there. A large page takes one page fault instead of hundreds, and its addresses
//! are translated without walks through the page tables. Where the system has none, or does not
//! grant them on request, pages are ordinary ones.
//!
//! glibc also gives each thread a heap of its own, and chance decides which of the left-over heaps
//! a new thread gets. If one thread does all the work, a single heap is enough: the other threads
//! only read and write.

#![allow(unsafe_code)]

mod pages;

use super::{
    Status, interruption,
    message::{NoMemory, complain},
    side_by_side,
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    process,
};

/// Pieces of at least this many bytes have pages of their own.
const LARGE: usize = 1 << 20;

/// The allocator: the system's heap for small pieces, pages of their own for large ones.
#[derive(Clone, Copy, Debug)]
pub struct LargePages;

/// Whether `size` bytes have pages of their own. Not if they must be aligned to more than a page.
fn is_large(layout: Layout, size: usize) -> bool {
    size >= LARGE && layout.align() <= pages::SMALLEST
}

// SAFETY: the layout alone decides whether a piece of memory comes from the heap or has pages of
// its own, so `dealloc` and `realloc` know from it where the piece came from.
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

/// `memory`, or the end of the program with a message if it is null: no caller could do with less.
#[inline(always)]
fn there(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        end_without_memory();
    }
    memory
}

/// Ends the program with the exit code of a failed file, leaving nothing half-written behind.
#[cold]
fn end_without_memory() -> ! {
    interruption::drop_unfinished();
    side_by_side::tell_under_way(|names| complain(NoMemory(names)));
    process::exit(Status::Failed.code().into());
}

impl LargePages {
    /// Copies a piece of memory into a new one of `size` bytes, and frees the old one.
    ///
    /// # Safety
    /// As that of `realloc`.
    unsafe fn moved(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that `size` is above 0 and a valid layout with this
        // alignment, and that `memory` has `layout` and is given up. Both pieces hold the smaller
        // number of bytes.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            new.copy_from_nonoverlapping(memory, size.min(layout.size()));
            self.dealloc(memory, layout);
            new
        }
    }
}

/// Makes the heap use large pages where glibc can be told so and, for `one_worker`, makes it the
/// only heap. Must be called before there are threads.
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

/// Whether the process may use any amount of address space. If it is limited, none is taken in
/// advance.
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

/// Extends the heap by `ROOM` bytes of address space that may become large pages. On its own the
/// heap grows by less than a large page at a time, and so never gets any.
///
/// # Safety
/// There must be one thread.
#[cfg(target_env = "gnu")]
unsafe fn extend_heap() {
    const ROOM: usize = 64 << 20;
    // SAFETY: the piece allocated is freed at once and becomes the free end of the heap. The pages
    // advised lie within the heap.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE as std::ffi::c_int);
        libc::mallopt(libc::M_TOP_PAD, ROOM as std::ffi::c_int);
        let before: *mut u8 = libc::sbrk(0).cast();
        // `black_box`, because the compiler would remove an unused allocation.
        libc::free(std::hint::black_box(libc::malloc(LARGE / 2)));
        let after: *mut u8 = libc::sbrk(0).cast();
        let start = before.map_addr(pages::whole);
        let grown = after.addr().saturating_sub(start.addr());
        // If the heap has not grown by about that much, something else happened, and nothing is
        // advised.
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
            // SAFETY: every layout has at least one byte, and each piece is used within its size,
            // until it is resized or freed.
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
