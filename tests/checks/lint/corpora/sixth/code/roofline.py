"""Where does a decode or verification step stop being bound by memory?

Speculative decoding is free only while the verified rows stay under the ridge of the accelerator. Dense peaks are used
throughout, no sparsity.

    H100 SXM, BF16: 989.4 TFLOP/s / 3.35 TB/s ≈ 295 FLOP/byte
    H200, BF16: 989.4 TFLOP/s / 4.8 TB/s ≈ 295 FLOP/byte
    H200, FP8: 1,978.9 TFLOP/s / 4.8 TB/s ≈ 412 FLOP/byte
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Accelerator:
    name: str
    bf16_flops: float
    fp8_flops: float
    bandwidth: float

    @property
    def ridge(self) -> float:
        """FLOP per byte at which BF16 compute and memory take equally long."""
        return self.bf16_flops / self.bandwidth


H100 = Accelerator("H100 SXM", 989.4e12, 1978.9e12, 3.35e12)
H200 = Accelerator("H200", 989.4e12, 1978.9e12, 4.8e12)
A100 = Accelerator("A100 80GB SXM", 312e12, 0.0, 2.039e12)


@dataclass(frozen=True)
class ServedModel:
    name: str
    parameters: float
    bytes_per_parameter: float = 2.0

    @property
    def weight_bytes(self) -> float:
        return self.parameters * self.bytes_per_parameter


def verify_rows(batch: int, gamma: int) -> int:
    """Rows of one verification step: the drafts of every sequence, and the position after them."""
    return batch * (gamma + 1)


def step_time(model: ServedModel, device: Accelerator, rows: int) -> float:
    memory = model.weight_bytes / device.bandwidth
    compute = 2 * model.parameters * rows / device.bf16_flops
    return max(memory, compute)


def draft_cost(draft: ServedModel, target: ServedModel, device: Accelerator, batch: int) -> float:
    return step_time(draft, device, batch) / step_time(target, device, batch)


# The chain at batch 1 on an H100, decoding with Llama 3.1 8B and a 1B drafter:
#   draft step   2.47 GB / 3.35 TB/s = 0.74 ms
#   target step  16.06 GB / 3.35 TB/s = 4.79 ms
#   c            0.74 / 4.79 = 0.154
#   speedup      2.94 / (1 + 5 x 0.154) = 1.66x
#
# Verification rows against the ridge of 295, with gamma = 5 drafts per sequence:
#   batch 8      8 x 6 = 48 rows, memory bound
#   batch 64     64 x 5 = 320 rows verified, compute bound


def batch_at_ridge(device: Accelerator, gamma: int) -> int:
    return int(device.ridge // (gamma + 1))


def main() -> None:
    target = ServedModel("Llama 3.1 8B", 8.03e9)
    draft = ServedModel("Llama 3.2 1B", 1.24e9)
    for device in (A100, H100, H200):
        print(f"{device.name:14} ridge {device.ridge:5.0f}", end="")
        for batch in (1, 8, 64, 256):
            rows = verify_rows(batch, 5)
            c = draft_cost(draft, target, device, batch)
            print(f"  b{batch} {rows:4d} rows c {c:.3f}", end="")
        print(f"  ridge at batch {batch_at_ridge(device, 5)}")


if __name__ == "__main__":
    main()
