"""The numbers of a file: tables of right ones, which are silent, and of wrong ones with their codes."""

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges import worked

RIGHT = [
    # The chains' own lines.
    "alpha 0.7, gamma 5   (1 - 0.7^6) / 0.3 = 2.94 tokens",
    "alpha 0.8, gamma 4   (1 - 0.8^5) / 0.2 = 3.36 tokens",
    "ratio    1.94 / 5 = 0.39 of drafted tokens accepted",
    "1.24e9 x 2 B = 2.47 GB; same tokenizer; batch 1 on an H100 SXM",
    "draft    2.47 GB / 3.35 TB/s = 0.74 ms per draft step",
    "c        0.74 / 4.79 = 0.154 of a target step",
    "speedup  E[tokens] / (1 + gamma x c) = 2.94 / (1 + 5 x 0.154) = 1.66x",
    "batch 8  8 x 6 = 48 tokens per verification step",
    "batch 64 64 x 6 = 384 tokens per step",
    "mask     128,256 / 8 = 16,032 B per sequence per step",
    "unshared 4 x 1,200 = 4,800 tokens of KV",
    "shared   1,000 + 4 x 200 = 1,800 tokens, plus at most one copied block per fork point",
    # Digits and rounding.
    "(1 - 0.7^6) / 0.3 = 2.9412 tokens per verification",
    "(1 - 0.7^6) / 0.3 ≈ 2.9 tokens per verification",
    "(1 - 0.7^6) / 0.3 = about 3 tokens per verification",
    "1 + 0.65 + 0.4225 + 0.274625 = 2.35 tokens",
    "1 + 0.805 + 0.632 + 0.483 = 2.92, the mean length",
    "1 + 167/87 = 2.92",
    "167 / 259 = 0.645",
    "167/259 = 64.5%",
    "the ratio is 1.94 / 5 = 38.8% = 0.39",
    "0.39 x 5 = 1.94 accepted drafts",
    "989.4 / 3.35 = about 300 FLOP per byte in BF16",
    "0.154 x 4.79 ms = 0.74 ms per draft",
    "2.94 / 1.77 = 1.66",
    "5.0 / 2.85 = 1.75x",
    "1.8 / 14.1 = 0.128",
    "2/3 = 0.667 of the drafts",
    "2/3 = 0.6667 ≈ 0.67 of the drafts",
    "1/3 = 0.333... of the drafts",
    "7B x 2 bytes = 14 GB of target weights",
    "8B × 2 B = 16.06 GB of target weights",
    "4 x 0.25 = 1 accepted draft",
    # Units and prefixes.
    "16.06 GB / 3.35 TB/s = 4.79 ms per target step",
    "16.06e9 B / 3.35e12 B/s = 4.79 ms per target step",
    "16.06 / 3.35 = 4.79 ms per target step",
    "256 x 16,032 B = 4.1 MB of masks",
    "256 x 16,032 B = 3.9 MiB of masks",
    "256 x 16,032 bytes = 4,008 KiB of masks",
    "16,032 B x 6 = 96.2 kB of masks",
    "989.4 TFLOP/s / 3.35 TB/s = 295 FLOP/byte in BF16",
    "989.4e12 / 4.8e12 = 206 FLOP/byte in BF16",
    "1979 TFLOP/s / 3.35 TB/s = 591 FLOP/byte in FP8",
    "5 x 0.74 ms = 3.7 ms of drafting",
    "0.74 ms + 4.79 ms = 5.53 ms",
    "1,000 ms / 4.79 ms = 209 steps of the target model",
    "32 layers x 8 heads x 128 x 2 x 2 B = 131,072 B per token of KV cache",
    "2 x 32 x 8 x 128 x 2 = 128 KiB of KV cache a token",
    "8 sequences x 6 tokens = 48 tokens",
    "1.66x / 1.47x = 1.13",
    "64 * 1024 = 64K tokens of KV cache",
    # Marks.
    "(1 - 0,7^6) / 0,3 = 2,94 tokens por ronda del modelo objetivo",
    r"$(1 - 0{,}7^6) / 0{,}3 = 2{,}94$ tokens por ronda del modelo objetivo",
    "128.256 / 8 = 16.032 B de máscara por paso del borrador",
    "151_936 / 8 = 18_992 B of bitmask",
    "4 x 1.200 = 4.800 tokens of KV cache, prompt and draft",
    r"\( \frac{1-0.7^{6}}{1-0.7} = 2.94 \)",
    r"$\frac{1 - 0.8^5}{0.2} \approx 3.36$",
    "（1 − 0.7⁶）÷ 0.3 ＝ 2.94 个 token",
    "每步 8 × 6 = 48 个 token 进入验证",
    "라운드당 1 + 0.7 + 0.49 = 2.19 토큰 (드래프트 2개)",
    "1 + 0.7 + 0.49 = 2.19 トークン（ドラフト 2 個）",
    "Mit zwei Entwürfen: 1 + 0,7 + 0,49 = 2,19 Token je Prüfung des Zielmodells",
    "Avec deux jetons de brouillon: 1 + 0,7 + 0,49 = 2,19 jetons par passe",
    "Com dois rascunhos: 1 + 0,7 + 0,49 = 2,19 tokens por rodada",
    # What is no worked line, or not read whole.
    "shapes [8 x 128] = 1024, stride 4 x 2",
    "num_speculative_tokens = 5, alpha = 0.7, gamma=5",
    "vllm==0.32.0 and torch>=2.1, 2024-11-30, drafts 2-3",
    "draft 2 of 5 x 3 = 15 tokens",
    "half of 8 x 6 = 24 tokens are drafts",
    "log 8 x 3 = 9 for the draft",
    "the draft of batch 8 - 8 x 6 = 48 rows",
    "8 x 5 = 40 + 8 = 48 rows with the bonus row",
    "f(8 x 6) = 50 drafts, g'(1 - 0) = -1",
    "a speedup from 2.5x -> 3.1x with 5 drafts",
    "Linear(1024, 4 x 1024) -> 4096 in the draft head",
    "5 x 0.7 = 3-4 accepted drafts",
    "drafts 1) 4 x 6 = 24 2) 5 x 6 = 30",
    "saves 40 of which 8 x 4 = 32 are drafts",
    "2 + 2 =",
    "x = 3 * k + 4 drafts = 5",
    "- 5 x 3 = 15 drafts",
    "8 x 6 = 48! the verification rows",
    "4 x 1,200 = 4,800 (tokens of KV cache), the draft aside",
    "1 + 5·0.39 = 2.95, measured as accepted over drafted tokens",
    # Softmax and kept sets.
    "logits 2, 1, 0 of the draft: softmax = 0.665, 0.245, 0.090 at temperature 1.0",
    "softmax(2, 1, 0) = 0.665, 0.245, 0.090 for the draft",
    "softmax([2, 1, 0]) = [0.67, 0.24, 0.09] for the draft, before top-p",
    "draft logits become 4, 2, 0: softmax = 0.867, 0.117, 0.016",
    "draft logits 2, 1, 0: at T = 0.5 the softmax is 0.867, 0.117, 0.016",
    "softmax(1.2, 0.3) = 0.71, 0.29 of the draft",
    "top-p 0.85 keeps 2 tokens (0.665 + 0.245) of the draft, temperature 1",
    "top-p 0.9 keeps 2 tokens (0.665 + 0.245) of the draft, temperature 1",
    "top-p 0.6 keeps one token (0.665) of the draft, temperature 1",
    # Masks, blocks, rows, ridges.
    "A vocabulary of 50,257 tokens has a grammar mask of 6,284 B: 1,571 words",
    "151,669 tokens need ceil(151,669 / 32) x 4 = 18,960 B of bitmask",
    "A KV cache of 1,000 tokens: 1,000 / 16 = 62.5, so 63 blocks",
    "1,000 / 16 = 62 full blocks of KV cache are shared by the beams",
    "1,010 / 16 = 64 blocks of KV cache",
    "With γ = 5 the verification has 64 x 6 = 384 rows",
    "With γ = 5 and batch 64 there are 64 x 5 = 320 draft tokens to verify",
    "H100 SXM FP8 ridge: about 591 FLOP/byte",
    "H200 BF16 ridge: about 206 FLOP/byte",
    "4 beams, a 1,000-token prompt, 200 generated tokens, 16-token blocks: 114 blocks of KV cache shared, 300 blocks unshared",
    "γ = 4, batch 64: 64 × 5 × 16,032 B = 5.1 MB of grammar masks",
    "attention mask: 64 × 4 × 16,032 B for γ = 5 heads of the draft",
    "A prompt of 1,000 tokens: floor(1000/16) = 62 full blocks of KV cache",
    "1,500 tokens in 16-token blocks take 94 blocks of KV cache",
    "1,500 tokens of KV at block size 16 fill 93 blocks and part of another",
    "9.5 blocks on average: 9 or 10 KV blocks per sequence",
    "0.6 × 3 + 0.4 × 1 = 2.2 tokens for a mixture of two workloads, drafts of each",
    "| T | draft logits 2, 1, 0 |\n|--|--|\n| 1 | softmax = 0.665, 0.245, 0.090 |\n| 0.5 | softmax = 0.867, 0.117, 0.016 |",
    # Factors, units and percentages at the end of a line.
    "6.13 / (1 + 8 × 0.2) = 2.36×",
    "4,800 / 1,800 = 2.67× less KV cache",
    "5 × 0.74 + 4.79 = 8.49 ms, a round of five drafts",
    "100 × 2.36 / 4 = 59% of the drafts",
    "1.24B params × 2 bytes = 2.48 GB of draft weights",
    "exp(2)/(exp(2)+exp(1)+1) = 0.665, the softmax of the draft",
    # Rates by their counts.
    "draft acceptance rate 0.645 (167 accepted / 259 drafted)",
    "draft acceptance rate = 64.5% (167/259)",
]

WRONG = [
    ("(1 - 0.7^6) / 0.3 = 2.49 tokens per verification", "DP201"),
    ("(1 - 0.7^6) / 0.3 = 2.95 tokens per verification", "DP201"),
    ("(1 - 0.7^6) / 0.3 ≈ 3.4 tokens per verification", "DP201"),
    ("(1 - 0.8^5) / 0.2 = 3.63 tokens per verification", "DP201"),
    ("(1 - 0.8^5) / 0.2 = 3.36 = 3.63 tokens per verification", "DP201"),
    ("1 + 0.8 + 0.64 + 0.512 = 2.59 tokens per verification", "DP201"),
    ("1.94 / 5 = 0.49 of the drafted tokens", "DP201"),
    ("1.24e9 x 2 B = 2.74 GB of draft weights", "DP201"),
    ("2.47 GB / 3.35 TB/s = 0.47 ms per draft step", "DP201"),
    ("2.47 GB / 3.35 TB/s = 0.74 s per draft step", "DP201"),
    ("2.47 GB / 3.35 TB/s = 0.74 µs per draft step", "DP201"),
    ("0.74 / 4.79 = 0.514 of a target step", "DP201"),
    ("0.74 / 4.79 = 14.5% of a target step", "DP201"),
    ("2.94 / (1 + 5 x 0.154) = 1.76x", "DP201"),
    ("2.94 / (1 + 5 x 0.154) = 2.94 / 1.87 = 1.57x", "DP201"),
    ("8 x 6 = 46 tokens per verification step", "DP201"),
    ("4 x 1,200 = 4,900 tokens of KV", "DP201"),
    ("4 x 1,200 = 5,000 tokens of KV", "DP201"),
    ("1,000 + 4 x 200 = 1,600 tokens of KV cache", "DP201"),
    ("128,256 / 8 = 16,320 B of grammar mask", "DP201"),
    ("256 x 16,032 B = 4.7 MB of grammar masks", "DP201"),
    ("256 x 16,032 B = 4.1 GB of grammar masks", "DP201"),
    ("16.06 GB / 3.35 TB/s = 4.97 ms per target step", "DP201"),
    ("989.4 TFLOP/s / 3.35 TB/s = 259 FLOP/byte in BF16", "DP201"),
    ("989.4e12 / 4.8e12 = 260 FLOP/byte in BF16", "DP201"),
    ("5 x 0.74 ms = 4.7 ms of drafting", "DP201"),
    ("0.74 ms + 4.79 ms = 5.35 ms", "DP201"),
    ("167 / 259 = 0.654 of the drafts", "DP201"),
    ("1 + 167/87 = 2.29", "DP201"),
    ("1 + 0.805 + 0.632 + 0.483 = 2.29, the mean length", "DP201"),
    ("0.5^3 = 0.15 of the drafts survive", "DP201"),
    ("7B x 2 bytes = 16 GB of target weights", "DP201"),
    ("1.8 / 14.1 = 0.182 of a target step", "DP201"),
    ("(1 - 0,7^6) / 0,3 = 2,49 tokens por ronda del modelo objetivo", "DP201"),
    (r"$(1 - 0{,}7^6) / 0{,}3 = 3{,}94$ tokens por ronda del modelo objetivo", "DP201"),
    (r"$\frac{1 - 0.8^5}{0.2} \approx 3.63$ tokens per verification", "DP201"),
    ("（1 − 0.7⁶）÷ 0.3 ＝ 2.49 个 token，每步验证", "DP201"),
    ("每步 8 × 6 = 84 个 token 进入验证", "DP201"),
    ("8 × 6 等于 46 个草稿 token", "DP201"),
    ("라운드당 1 + 0.7 + 0.49 = 2.91 토큰 (드래프트 2개)", "DP201"),
    ("1 + 0.7 + 0.49 = 2.91 トークン（ドラフト 2 個）", "DP201"),
    ("Mit zwei Entwürfen: 1 + 0,7 + 0,49 = 2,91 Token je Prüfung des Zielmodells", "DP201"),
    ("Avec deux jetons de brouillon: 1 + 0,7 + 0,49 = 2,91 jetons par passe", "DP201"),
    ("Com dois rascunhos: 1 + 0,7 + 0,49 = 2,91 tokens por rodada", "DP201"),
    ("softmax(2, 1, 0) = 0.665, 0.254, 0.090 for the draft", "DP201"),
    ("softmax([2, 1, 0]) = [0.63, 0.28, 0.09] for the draft", "DP201"),
    ("draft logits become 4, 2, 0: softmax = 0.817, 0.167, 0.016", "DP201"),
    ("draft logits 2, 1, 0: the softmax is 0.655, 0.255, 0.090", "DP201"),
    ("top-p 0.95 keeps 2 tokens (0.665 + 0.245) of the draft, temperature 1", "DP201"),
    ("top-p 0.6 keeps 2 tokens (0.665 + 0.245) of the draft, temperature 1", "DP201"),
    ("top-p 0.85 keeps 3 tokens (0.665 + 0.245) of the draft, temperature 1", "DP201"),
    ("draft acceptance rate 0.745 (167 accepted / 259 drafted)", "DP201"),
    ("draft acceptance rate = 54.5% (167/259)", "DP201"),
    ("50,257 / 8 = 6,282 B of grammar mask per token", "DP203"),
    ("151,669 / 8 = 18,959 B of token bitmask per sequence", "DP203"),
    ("A vocabulary of 151,669 tokens: 18,959 B of grammar mask", "DP203"),
    ("1,000 / 16 = 62.5, so 62 KV cache blocks", "DP203"),
    ("1,000 tokens of KV cache are 62.5 blocks -> 62", "DP203"),
    ("1,000 / 16 = 62 blocks of KV cache", "DP203"),
    ("KV 缓存：1,000 / 16 = 62.5，即 62 个块", "DP203"),
    ("With γ = 5 the verification has 64 x 5 = 320 rows", "DP203"),
    ("With k = 5 drafts, 64 sequences send 64 × 5 = 320 tokens per verification", "DP203"),
    ("H100 SXM BF16 ridge: about 591 FLOP/byte", "DP203"),
    ("1979 TFLOP/s / 3.35 TB/s = 591 FLOP/byte, the ridge of an H100 in BF16", "DP203"),
    ("4 beams, a 1,000-token prompt, 200 generated tokens, 16-token blocks: 113 blocks of KV cache", "DP203"),
    ("γ = 5, an acceptance probability of 0.7 per token: 4.5 tokens per step", "DP101"),
    ("K=8 with 65% → 5.2 tokens per round", "DP101"),
    ("With α = 0.8 and γ = 4 a verification gives 4.2 tokens per step", "DP101"),
    ("At α = 0.9 and 4 drafts: 3.44 tokens per verification, bonus token included", "DP102"),
    ("Con γ = 5 y α = 0,7 se obtienen 4,5 tokens por ronda", "DP101"),
    ("接受概率为 70%，草稿长度为 5 时，每轮平均 4.5 个 token", "DP101"),
    ("수락 확률 70%, 초안 길이 5이면 라운드당 4.5 토큰", "DP101"),
    ("With α = 0.7, γ = 5 and c = 0.1 the speedup is 3.00x", "DP101"),
    ("With α = 0.7, γ = 5 and c = 0.1 the speedup is 2.67x", "DP104"),
    ("With probability α = 0.5 and γ = 3: 2.20 tokens per verification", "DP201"),
    ("6.13 / (1 + 8 × 0.2) = 2.63×", "DP201"),
    ("4,800 / 1,800 = 6.67× less KV cache", "DP201"),
    ("5 × 0.74 + 4.79 = 3.49 ms, a round of five drafts", "DP201"),
    ("100 × 2.36 / 4 = 69% of the drafts", "DP201"),
    ("1.24B params × 2 bytes = 2.84 GB of draft weights", "DP201"),
    ("exp(2)/(exp(2)+exp(1)+1) = 0.565, the softmax of the draft", "DP201"),
    ("softmax of logits (2.0, 1.0, 0.0) is (0.665, 0.254, 0.090) in the draft", "DP201"),
    ("γ = 4, batch 64: 64 × 4 × 16,032 B = 4.1 MB of grammar masks", "DP203"),
    ("- mask: 64 sequences x 4 drafts x 16,032 B = 4.1 MB of token bitmask", "DP203"),
    ("Masks of the grammar.\n\n- 100,280 entries: 100,280 / 8 = 12,535 bytes per row", "DP203"),
    ("Die Maske der Grammatik für 50.257 Token braucht 50.257 / 8 = 6.282 Byte.", "DP203"),
    ("1,500 tokens of KV at block size 16 need 93 blocks", "DP203"),
    ("1.500 tokens de KV en bloques de 16: 93 bloques", "DP203"),
    ("1500 个 token 的 KV 缓存，块大小 16，需要 93 个块", "DP203"),
    ("γ = 5, batch 64: 64 × 5 = 320 tokens par vérification", "DP203"),
    ("γ = 5、バッチ 64：検証は 64 × 5 = 320 トークン", "DP203"),
    ("A prompt of 1,000 tokens needs floor(1000/16) = 62 blocks of KV cache", "DP203"),
    (
        "p = 0.8, K = 5: by 0.8^5 = 0.328 all are accepted and you get 6 tokens, otherwise 1: 6 × 0.328 + 1 × 0.672 = 2.64 tokens",
        "DP106",
    ),
    ("With 70% all 5 drafts are accepted, otherwise one token: 0.7 * 6 + 0.3 = 4.5 tokens per step", "DP106"),
    ("- 8 x 6 = 46 tokens per verification step", "DP201"),
    ("For each verification step -> 8 x 6 = 46 tokens", "DP201"),
    ("| batch | rows to verify |\n|---|---|\n| 8 | 8 x 6 = 46 |", "DP201"),
    ("    # drafts\n    - 8 x 6 = 46 tokens", "DP201"),
]


def document(text, name="note.md"):
    return readers.parse(name, f"# Speculative decoding\n\nA draft model and a target model.\n\n{text}\n")


def found(text, name="note.md"):
    return [finding for finding in worked.judge(document(text, name)) if finding.level.fails]


@pytest.mark.parametrize("text", RIGHT)
def test_what_follows_is_silent(text):
    assert [finding.message for finding in found(text)] == []


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_does_not_follow_is_found(text, code):
    assert [finding.code for finding in found(text)] == [code]


CHAINS = """\
Tokens per verification

inputs   acceptance alpha per drafted token, gamma drafts per verification
formula  E[tokens] = (1 - alpha^(gamma + 1)) / (1 - alpha), bonus token included
alpha 0.7, gamma 5   (1 - 0.7^6) / 0.3 = 2.94 tokens
alpha 0.8, gamma 4   3.36 tokens

Accepted drafts are not alpha

inputs   alpha 0.7, gamma 5, as above
accepted E[tokens] - 1 = 1.94 drafts per verification

The best draft length

inputs   alpha 0.7; speedup(gamma) = E[tokens] / (1 + gamma x c)
c 0.154  gamma 1: 1.47  2: 1.67  3: 1.73  4: 1.71  5: 1.66
c 0.05   gamma 3: 2.20  4: 2.31  5: 2.35  6: 2.35  7: 2.33

The verify-token budget at batch

inputs   gamma 5, so each sequence sends gamma + 1 = 6 tokens to verification
batch 64 64 x 6 = 384 tokens per verification step

Temperature, then top-p

inputs   three tokens with logits 2, 1, 0; vLLM applies temperature before the cut
T 1.0    softmax = 0.665, 0.245, 0.090
T 0.5    logits become 4, 2, 0: softmax = 0.867, 0.117, 0.016
top-p 0.85  at T 1.0 keeps 2 tokens (0.665 + 0.245); at T 0.5 keeps 1

A grammar mask per step

inputs   Llama 3 vocabulary of 128,256 tokens; one bit per token
mask     128,256 / 8 = 16,032 B per sequence per step
batch    256 sequences: 4.1 MB per step

Beam search on paged KV

inputs   4 beams, 1,000-token prompt, 200 generated tokens each, 16-token blocks
unshared 4 x 1,200 = 4,800 tokens of KV
shared   1,000 + 4 x 200 = 1,800 tokens, plus at most one copied block per fork point
sanity   2.7x less KV, and the saving grows with prompt length
"""

SLIPS = [
    ("= 2.94 tokens", "= 2.49 tokens", "DP201"),
    ("3.36 tokens", "3.63 tokens", "DP202"),
    ("= 1.94 drafts", "= 1.49 drafts", "DP202"),
    ("3: 1.73", "3: 1.83", "DP202"),
    ("6: 2.35", "6: 2.53", "DP202"),
    ("64 x 6 = 384", "64 x 5 = 320", "DP203"),
    ("64 x 6 = 384", "64 x 6 = 348", "DP201"),
    ("0.665, 0.245, 0.090", "0.655, 0.255, 0.090", "DP201"),
    ("0.867, 0.117, 0.016", "0.876, 0.108, 0.016", "DP201"),
    ("top-p 0.85  at T 1.0 keeps 2", "top-p 0.95  at T 1.0 keeps 2", "DP201"),
    ("at T 0.5 keeps 1", "at T 0.5 keeps 2", "DP201"),
    ("128,256 / 8 = 16,032", "151,669 / 8 = 18,959", "DP203"),
    ("4.1 MB", "4.7 MB", "DP203"),
    ("= 4,800 tokens", "= 4,900 tokens", "DP201"),
    ("= 1,800 tokens", "= 1,600 tokens", "DP201"),
]


def test_the_chains_are_silent():
    assert [f.message for f in worked.judge(readers.parse("chains.txt", CHAINS))] == []


@pytest.mark.parametrize(("right", "slip", "code"), SLIPS)
def test_a_slip_in_the_chains_is_found(right, slip, code):
    assert CHAINS.count(right) == 1
    findings = list(worked.judge(readers.parse("chains.txt", CHAINS.replace(right, slip))))
    assert [f.code for f in findings if f.level.fails][:1] == [code]


TABLE = """\
# Speculative decoding

A draft token is accepted with probability α = 0.7{formula}.

| γ | tokens per step |
|---|---|
| 1 | 1.70 |
| 3 | {third} |
| 5 | {fifth} |
"""


@pytest.mark.parametrize(
    ("formula", "third", "fifth", "codes"),
    [
        ("", "2.53", "2.94", []),
        ("", "2.53", "3.84", ["DP201"]),
        ("", "2.53", "3.94", ["DP102"]),
        ("", "3.10", "4.50", ["DP101", "DP101"]),
        ("", "2.19", "2.77", ["DP102", "DP102"]),
        (", so E = (1 - α^(γ+1)) / (1 - α)", "2.53", "3.84", ["DP202"]),
        (", so E = (1 - α^(γ+1)) / (1 - α)", "2.53", "4.50", ["DP101"]),
        (", so E = 1 + γα", "3.10", "4.50", ["DP101", "DP101"]),
    ],
)
def test_tables_are_judged_row_by_row(formula, third, fifth, codes):
    text = TABLE.format(formula=formula, third=third, fifth=fifth)
    findings = list(worked.judge(readers.parse("note.md", text)))
    assert [f.code for f in findings] == codes
    assert all(f.level == "warning" for f in findings)


@pytest.mark.parametrize(
    "text",
    [
        "Measured with 5 drafts and an acceptance rate of 70%: 3.4 tokens per step.",
        "On an H100 we got 2.1x speedup with α = 0.7, γ = 5 and c = 0.1.",
        "With γ = 5 and α = 0.7 a verification yields up to 6 tokens per step.",
        "With γ = 5 and α = 0.7 you get 2-3 tokens per step.",
        "With γ = 5 and α = 0.7 the throughput is 120 tokens per second.",
        "With γ = 5 and α = 0.7, 1.94 drafts are accepted per verification.",
        "With γ = 5 and α = 0.7, without the bonus token, it is 2.77 tokens per step.",
        "With γ = 1 and α = 0.7 it is 1.7 tokens per step.",
        "It is wrong to say that γ = 5 and α = 0.7 give 4.5 tokens per step.",
        "With a draft of 5 tokens and an acceptance rate of 70% a 1,000 token prompt has 7 steps.",
        "Acceptance 0.39 of 5 drafted tokens, accepted over drafted: 2.95 tokens per step.",
        "The best length at c = 0.05 and α = 0.7 is 5 or 6, where the speedup is 2.35.",
    ],
)
def test_figures_that_no_model_binds_are_silent(text):
    assert found(text) == []


CODE = [
    ("def mask_bytes(vocab_size):\n    return vocab_size // 8\n", ["DP203"]),
    ("def mask_bytes(vocab_size):\n    return vocab_size / 8\n", ["DP203"]),
    ("VOCAB = 151_669\nbitmask_bytes = VOCAB // 8\n", ["DP203"]),
    ("VOCAB = 128_256\nbitmask_bytes = VOCAB // 8\n", []),
    ("def mask_bytes(vocab_size):\n    return 4 * ((vocab_size + 31) // 32)\n", []),
    ("def mask_bytes(vocab_size):\n    return (vocab_size + 7) // 8\n", []),
    ('def row_bytes(vocab_size):\n    """Bytes of one packed row."""\n    return vocab_size // 8\n', ["DP203"]),
    ("def mask_size(vocab_size):\n    return int(math.log2(vocab_size) / 8) + 1\n", []),
    (
        "def bitmask_bytes(batch_size, num_draft_tokens, words):\n    return batch_size * num_draft_tokens * words * 4\n",
        ["DP203"],
    ),
    (
        "def bitmask_bytes(batch_size, num_draft_tokens, words):\n    return batch_size * (num_draft_tokens + 1) * words * 4\n",
        [],
    ),
    ("def attention_mask(lengths, seq_length):\n    return lengths * seq_length\n", []),
    ("def shard(vocab_size):\n    return vocab_size // 8\n", []),
    ("def blocks_needed(num_tokens, block_size):\n    return num_tokens // block_size\n", ["DP203"]),
    ("def full_blocks(num_tokens, block_size):\n    return num_tokens // block_size\n", []),
    ("def block_index(position, block_size):\n    return position // block_size\n", []),
    (
        "def verify_tokens(batch_size, num_speculative_tokens):\n    return batch_size * num_speculative_tokens\n",
        ["DP203"],
    ),
    (
        "def verify_tokens(batch_size, num_speculative_tokens):\n    return batch_size * (num_speculative_tokens + 1)\n",
        [],
    ),
    ("def num_draft_tokens(batch_size, num_speculative_tokens):\n    return batch_size * num_speculative_tokens\n", []),
    ("x = 8 * 128 == 1000  # shapes of the draft\ny = 4 * 1_200\n", []),
    ("# verification rows of the draft: 8 * 6 = 46\nrows = 8 * 6\n", ["DP201"]),
]


@pytest.mark.parametrize(("code", "codes"), CODE)
def test_code_is_held_to_the_rules_of_the_domain_alone(code, codes):
    source = f'"""Grammar masks and KV blocks for speculative decoding with a draft model."""\n\n{code}'
    assert [f.code for f in worked.judge(readers.parse("engine.py", source)) if f.level.fails] == codes


def test_the_question_before_an_answer_tells_its_subject():
    text = "# 面试题\n\n投机采样的草稿模型。\n\n**问：词表 151,936 的语法掩码每行多少字节？**\n\n答：151936 / 8 = 19892 字节。\n"
    assert [f.code for f in worked.judge(readers.parse("note.md", text))] == ["DP201"]


def test_a_ridge_without_precision_is_a_note():
    findings = list(worked.judge(document("The ridge of an H100 lies at about 295 FLOP per byte.")))
    assert [(f.code, str(f.level)) for f in findings] == [("DP203", "note")]


def test_digits_cut_off_are_a_note():
    findings = list(worked.judge(document("2/3 = 0.66 of the drafts are accepted")))
    assert [(f.code, str(f.level)) for f in findings] == [("DP201", "note")]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("draft logits 2, 1, 0: the softmax is 0.70, 0.20, 0.10", "error"),
        ("softmax([2, 1, 0]) = [0.70, 0.20, 0.10] for the draft", "error"),
        ("draft logits: [2, 1, 0]\n\nT = 1: [0.70, 0.20, 0.10]", "warning"),
        ("draft logits: [2, 1, 0]\n\nsoftmax → cat 70%, dog 20%, cow 10%", "warning"),
        ("draft logits: [2, 1, 0]\n\n| T | law |\n|--|--|\n| 1 | softmax = [0.70, 0.20, 0.10] |", "warning"),
    ],
)
def test_a_law_that_is_stated_as_one_is_an_error(text, level):
    findings = worked.judge(document(f"{text}\n", "a.md"))
    assert [(f.code, str(f.level)) for f in findings] == [("DP201", level)]


@pytest.mark.parametrize(
    ("text", "expression", "fix"),
    [
        ("The draft: 2.47 GB / 3.35 TB/s = 0.47 ms.", "2.47 GB / 3.35 TB/s = 0.47", "write 0.7373"),
        ("Rows: 8 x 6 = 46 to verify.", "8 x 6 = 46", "write 48"),
    ],
)
def test_a_finding_shows_the_line_and_its_result(text, expression, fix):
    (finding,) = worked.judge(document(text))
    assert (finding.expression, finding.fix, finding.place.line) == (expression, fix, 5)


def test_a_rival_is_named_with_its_claim():
    (finding,) = found("γ = 5, an acceptance probability of 0.7 per token: 4.5 tokens per step")
    assert (finding.claim, finding.rival) == ("tokens.closed_form", "tokens.one_plus_gamma_alpha")


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 30_000, "1+2=3 " * 10_000, "(" * 30_000 + " = 1", "1." * 20_000, "1," * 20_000, "9^9^9^9 = 3 drafts",
        "pow(2) + 1 = 3 drafts",
        "9" * 200 + " x 2 = 3 drafts", "1 / 0 = 3 drafts", "0^-1 = 2 drafts", "1e99 x 1e99 = 1 GB of draft weights",
        "softmax(1, 2) = 0.5, 0.5 " * 60, "2 x 0.5^99999 = 3 drafts", "exp(900)^9 = 1 draft", "7 blocks / 0 = 3 KV blocks",
        "top-p 0.9 keeps 99 tokens (0.5 + 0.4) " * 60, "γ = 5, α = 0.7: 4.5 tokens per step. " * 60,
        "\ud800 = 1 x 2 = 3 drafts", "１ × ２ ＝ ５ 个草稿 token", "² x ³ = 5 drafts", "α = 0.0 γ = 0 c = 0: 0 tokens per step",
    ],
)  # fmt: skip
def test_hostile_text_is_survived(text):
    list(worked.judge(document(text)))
