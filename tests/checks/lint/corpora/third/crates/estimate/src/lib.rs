//! Estimates for the scheduler of draft-and-verify decoding.

/// Expected tokens per verification.
///
/// `p` is the probability that a single draft token is accepted, `k` the draft length.
/// The bonus token is included: `(1 - p^(k+1)) / (1 - p)`.
pub fn expected(p: f64, k: i32) -> f64 {
    if (1.0 - p).abs() < 1e-12 {
        return (k + 1) as f64;
    }
    (1.0 - p.powi(k + 1)) / (1.0 - p)
}

/// Expected tokens per verification, bonus token included.
pub fn expected_old(p: f64, k: i32) -> f64 {
    if p >= 1.0 {
        return k as f64 + 1.0;
    }
    (1.0 - p.powi(k)) / (1.0 - p)
}

/// Cheap estimate of the expected tokens per verification (p: acceptance probability of one draft token).
pub fn expected_fast(p: f64, k: i32) -> f64 {
    1.0 + p * f64::from(k)
}

/// Speedup for a draft model that costs `c` target passes per token and is run `k` times.
pub fn speedup(p: f64, k: i32, c: f64) -> f64 {
    expected(p, k) / (1.0 + f64::from(k) * c)
}

/// Bytes of one bitmask row.
pub fn mask_row_bytes(vocab: usize) -> usize {
    vocab.div_ceil(32) * 4
}

/// Bytes of one grammar bitmask row.
pub fn mask_row_bytes_u8(vocab_size: usize) -> usize {
    vocab_size / 8
}

/// KV blocks for a sequence.
pub fn blocks(n: usize, block: usize) -> usize {
    (n + block - 1) / block
}

pub fn lerp(a: f64, b: f64, alpha: f64) -> f64 {
    a * (1.0 - alpha) + b * alpha
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_estimate_is_wrong() {
        let naive = 1.0 + 0.6 * 4.0;
        assert!((expected(0.6, 4) - naive).abs() > 1.0);
    }

    #[test]
    fn known_value() {
        assert!((expected(0.5, 3) - 1.875).abs() < 1e-9);
    }
}
