//! The `hookshim` binary; everything it does is in the library.

fn main() -> std::process::ExitCode {
    hookshim::cli::run()
}
