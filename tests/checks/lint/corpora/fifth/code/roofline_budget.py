"""Roofline and memory budget helpers for the decode fleet (verification batches included)."""

from __future__ import annotations

from dataclasses import dataclass

GB = 1e9
TB = 1e12


@dataclass(frozen=True)
class Gpu:
    name: str
    bf16_dense_tflops: float
    fp8_dense_tflops: float
    hbm_tb_s: float
    hbm_gb: float

    def ridge_bf16(self) -> float:
        """FLOP per byte above which a BF16 GEMM is compute bound."""
        return self.bf16_dense_tflops / self.hbm_tb_s

    def ridge_fp8(self) -> float:
        return self.fp8_dense_tflops / self.hbm_tb_s


H100 = Gpu("H100-SXM", bf16_dense_tflops=989.4, fp8_dense_tflops=1978.9, hbm_tb_s=3.35, hbm_gb=80)
H200 = Gpu("H200-SXM", bf16_dense_tflops=989.4, fp8_dense_tflops=1978.9, hbm_tb_s=4.8, hbm_gb=141)

# H100 SXM, BF16 dense: 989.4 TFLOP/s / 3.35 TB/s = 295 FLOP/byte
# H200 SXM, BF16 dense: 989.4 TFLOP/s / 4.8 TB/s = 260 FLOP/byte
# target 16.06 GB over 3.35 TB/s = 4.79 ms per decode step at batch 1
# drafter 2.47 GB over 3.35 TB/s = 0.74 ms per draft step


def verify_rows(num_seqs: int, num_speculative_tokens: int) -> int:
    """Rows of the weight GEMMs in one verification step."""
    return num_seqs * (num_speculative_tokens + 1)


def grammar_bitmask_bytes(num_seqs: int, num_speculative_tokens: int, vocab_size: int) -> int:
    """Host buffer for the xgrammar bitmask of one speculative step."""
    words = (vocab_size + 31) // 32
    return num_seqs * num_speculative_tokens * words * 4


def weight_step_ms(weight_bytes: float, gpu: Gpu) -> float:
    return 1e3 * weight_bytes / (gpu.hbm_tb_s * TB)


def draft_cost_ratio(draft_bytes: float, target_bytes: float) -> float:
    """At batch 1 both models are bandwidth bound."""
    return draft_bytes / target_bytes


def is_compute_bound(num_seqs: int, num_speculative_tokens: int, gpu: Gpu) -> bool:
    # a [rows, d] x [d, d] BF16 GEMM does 2 * rows FLOP per 2-byte weight
    return verify_rows(num_seqs, num_speculative_tokens) > gpu.ridge_bf16()


if __name__ == "__main__":
    for gpu in (H100, H200):
        for num_seqs in (1, 8, 32, 64, 128):
            rows = verify_rows(num_seqs, 5)
            bound = "compute" if is_compute_bound(num_seqs, 5, gpu) else "bandwidth"
            print(f"{gpu.name} batch {num_seqs:4d}: {rows:5d} rows, {bound} bound")
