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

#![allow(unsafe_code)]

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
