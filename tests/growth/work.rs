//! Owns how work is measured and what it may grow to; it does not know what is done.
//!
//! Two measures, because each misses something. The bytes that are asked of the allocator are the same in every run, but a
//! scan asks for none. The time that the thread has worked misses nothing, but is as uneven as the machine, so that only
//! its growth is looked at, and generously.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

/// The sizes of a text.
pub const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The bytes that may be asked for whatever the text, and for each of its bytes. The first is what a short text may come
/// to within the limits of the walk (8 MiB of expanded parameters, 64 levels); the second lets every few bytes be a `cd`
/// in a path as long as paths may be. A copy of the text for each of its words is a hundred times as much at 1 MB.
const BYTES: u64 = 512 << 20;
const BYTES_PER_BYTE: u64 = 8_000;

/// How many times as long ten times the text may take; work that grows with the square takes a hundred times as long.
const GROWTH: f64 = 30.0;

/// Below this many milliseconds, what is measured is noise.
const LEAST: f64 = 20.0;

/// What something took.
#[derive(Debug, Clone, Copy)]
pub struct Work {
    pub milliseconds: f64,
    pub bytes: u64,
}

impl Work {
    /// What a piece of work takes on this thread.
    pub fn of<T>(work: impl FnOnce() -> T) -> (T, Work) {
        let (start, before) = (worked(), ASKED.get());
        let value = work();
        (value, Work { milliseconds: worked() - start, bytes: ASKED.get() - before })
    }
}

/// Why the work on texts of [`SIZES`] grows faster than they do; `None` if it does not.
pub fn grows(measured: &[Work; 4]) -> Option<String> {
    let mut sized = measured.iter().zip(SIZES);
    let is_large = |(work, size): (&Work, usize)| work.bytes > BYTES + BYTES_PER_BYTE * size as u64;
    let times = measured.map(|work| work.milliseconds);
    let is_slow = times.windows(2).any(|pair| pair[1] > GROWTH * pair[0].max(LEAST));
    if sized.any(is_large) || is_slow {
        return Some(shown(measured));
    }
    None
}

/// What was measured, for people.
pub fn shown(measured: &[Work; 4]) -> String {
    let each =
        measured.map(|work| format!("{:.0} ms, {} KiB", work.milliseconds, work.bytes >> 10));
    each.join("; ")
}

/// How long this thread has worked, in milliseconds; what others do does not count (proc(5), schedstat).
fn worked() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().expect("a number").parse::<f64>().expect("a number") / 1e6
}

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which counts what each thread asks for.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn ask(bytes: usize) {
    // While a thread ends, its count is gone.
    _ = ASKED.try_with(|asked| asked.set(asked.get() + bytes as u64));
}

#[allow(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: everything is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ask(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ask(size);
        unsafe { System.realloc(place, layout, size) }
    }
}
