//! The vector instructions of the evaluation. A build for old processors contains code for newer ones too, and selects it when an
//! evaluator is created; the values are the same. On other architectures the build decides: 64-bit ARM always has NEON, and the
//! compiler uses it.

/// The vector instructions (SIMD) that the evaluation is compiled for, the best last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simd {
    Build,
    /// 256 bits, with BMI: x86-64-v3, 2013.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits: x86-64-v4, 2017.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Simd {
    pub(super) const ALL: &[Simd] = &[
        Simd::Build,
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2,
        #[cfg(target_arch = "x86_64")]
        Simd::Avx512,
    ];

    pub fn detect() -> Simd {
        let supported = Simd::ALL.iter().rfind(|simd| simd.is_supported());
        supported.copied().unwrap_or(Simd::Build)
    }

    /// Returns whether the processor has every feature that the functions in `evaluator.rs` are compiled for.
    pub(super) fn is_supported(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        use std::arch::is_x86_feature_detected as has;
        match self {
            Simd::Build => true,
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => {
                has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => {
                Simd::Avx2.is_supported()
                    && has!("avx512f")
                    && has!("avx512bw")
                    && has!("avx512dq")
                    && has!("avx512vl")
            }
        }
    }

    /// Returns its name in lower case; `None` for those of the build.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Simd::Build => None,
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Some("avx2"),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Some("avx512"),
        }
    }
}
