"""The works that sources name, for bibliographies. Plain data: a source names a work by one of its `marks`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """Something to cite. `marks` are what a source writes for it; the first that occurs names it."""

    key: str
    text: str
    marks: tuple[str, ...]
    url: str = ""


def _arxiv(key: str, text: str, number: str, *marks: str) -> Work:
    return Work(key, f"{text} arXiv:{number}.", (number, *marks), f"https://arxiv.org/abs/{number}")


WORKS: tuple[Work, ...] = (
    _arxiv(
        "leviathan2023",
        "Y. Leviathan, M. Kalman, Y. Matias. Fast Inference from Transformers via Speculative Decoding. ICML 2023.",
        "2211.17192",
        "Leviathan",
        "theorem 3.8",
        "corollary 3.9",
    ),
    _arxiv(
        "chen2023",
        "C. Chen, S. Borgeaud, G. Irving, J.-B. Lespiau, L. Sifre, J. Jumper. Accelerating Large Language Model "
        "Decoding with Speculative Sampling. 2023 (p and q swapped).",
        "2302.01318",
    ),
    _arxiv(
        "sun2023",
        "Z. Sun, A. T. Suresh, J. H. Ro, A. Beirami, H. Jain, F. Yu. SpecTr: Fast Speculative Decoding via Optimal "
        "Transport. NeurIPS 2023.",
        "2310.15141",
        "SpecTr",
    ),
    _arxiv(
        "miao2023",
        "X. Miao et al. SpecInfer: Accelerating Generative Large Language Model Serving with Tree-based Speculative "
        "Inference and Verification. 2023.",
        "2305.09781",
    ),
    _arxiv("sun2024", "Z. Sun et al. Block Verification Accelerates Speculative Decoding. 2024.", "2403.10444"),
    _arxiv(
        "holtzman2020",
        "A. Holtzman, J. Buys, L. Du, M. Forbes, Y. Choi. The Curious Case of Neural Text Degeneration. ICLR 2020.",
        "1904.09751",
    ),
    _arxiv(
        "nguyen2024",
        "M. Nguyen et al. Turning Up the Heat: Min-p Sampling for Creative and Coherent LLM Outputs. 2024.",
        "2407.01082",
    ),
    Work(
        "williams2009",
        "S. Williams, A. Waterman, D. Patterson. Roofline: An Insightful Visual Performance Model for Multicore "
        "Architectures. Communications of the ACM 52(4), 2009.",
        ("Williams, Waterman, Patterson",),
    ),
    Work(
        "marshall2011",
        "A. W. Marshall, I. Olkin, B. C. Arnold. Inequalities: Theory of Majorization and Its Applications. 2nd ed., "
        "Springer 2011.",
        ("Marshall, Olkin, Arnold",),
    ),
    Work("vllm", "vLLM: its v1 metrics, its block manager, its automatic prefix caching.", ("vLLM",), "https://docs.vllm.ai"),
    Work(
        "llamacpp", "llama.cpp: the statistics that it logs of speculative decoding.", ("llama.cpp",),
        "https://github.com/ggml-org/llama.cpp",
    ),
    Work("xgrammar", "xgrammar: the layout of its token bitmask.", ("xgrammar",), "https://github.com/mlc-ai/xgrammar"),
    Work(
        "llguidance", "llguidance: the layout of its token bitmask, and the time of computing one.", ("llguidance",),
        "https://github.com/guidance-ai/llguidance",
    ),
    Work("h100", "NVIDIA H100 SXM data sheet: dense BF16 rate, memory bandwidth.", ("H100 SXM data sheet",)),
    Work("h200", "NVIDIA H200 SXM data sheet: memory bandwidth.", ("H200 SXM data sheet",)),
    Work(
        "seed", "The chains of decoding arithmetic from which draftproof began, with the figures that they publish.",
        ("the seed", "seed, chain"),
    ),
    Work(
        "facts", "Facts of the field that were collected for draftproof: recomputed tables, and figures printed elsewhere.",
        ("facts of the field", "field's facts", "a published measurement"),
    ),
)  # fmt: skip
"""In the order of a bibliography."""

OWN = ("own ", "definition ")
"""How the source of what needs no work begins."""


def works_in(source: str) -> tuple[Work, ...]:
    """The works that a source names."""
    return tuple(work for work in WORKS if any(mark in source for mark in work.marks))
