//! The `pgnpack` program: see the library for what it does.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: pgnpack::cli::LargePages = pgnpack::cli::LargePages;

fn main() -> ExitCode {
    pgnpack::cli::main()
}
