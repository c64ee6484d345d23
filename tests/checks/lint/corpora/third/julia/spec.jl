# Speculative decoding in Julia
# β: acceptance probability of one draft token, n: draft length, c: draft step / target step

"Expected tokens per verification."
expected(β, n) = (1 - β^(n + 1)) / (1 - β)

"Expected accepted drafts."
accepted(β, n) = β * (1 - β^n) / (1 - β)

"Speedup."
speedup(β, n, c) = expected(β, n) / (1 + n * c)

"Mean length from counters."
meanlen(acc, rounds) = 1 + acc / rounds

"Discounted sum of ones."
discounted(γ, n) = (1 - γ^n) / (1 - γ)

"Alpha blending."
blend(a, b, α) = α * a + (1 - α) * b
