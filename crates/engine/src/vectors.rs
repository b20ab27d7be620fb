//! The widest vector instructions of the processor, chosen at run time.

/// Runs a function, compiled for AVX2 and the other instructions of its generation if the processor has them. Only code that
/// is inlined into the function gains from it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn vectorized<R>(function: impl FnOnce() -> R) -> R {
    use fearless_simd::{Level, Simd};

    match Level::new().as_avx2() {
        Some(avx2) => avx2.vectorize(function),
        None => function(),
    }
}

/// Runs a function. Its instructions are those of the compiler's target: on WebAssembly these are vectors of 128 bits.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn vectorized<R>(function: impl FnOnce() -> R) -> R {
    function()
}
