//! All integration tests, in one binary: each binary would pay for a link of its own.

mod layering;
