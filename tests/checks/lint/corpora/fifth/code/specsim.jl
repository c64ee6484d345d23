# Speculative decoding: formulas and a check by simulation.
# julia --project specsim.jl --gamma 5 --alpha 0.7

using Random
using Printf
using Statistics

"Number of leading successes among γ coins, each accepted with probability α."
function accepted_prefix(rng, α, γ)
    n = 0
    while n < γ && rand(rng) < α
        n += 1
    end
    return n
end

function simulate(α, γ; passes = 100_000, seed = 1)
    rng = MersenneTwister(seed)
    acc = [accepted_prefix(rng, α, γ) for _ in 1:passes]
    return mean(acc) + 1  # the target adds one
end

"""
    tokens_per_pass(α, γ)

Expected tokens per target pass for a per-token acceptance probability α; the token of the target is counted.
"""
tokens_per_pass(α, γ) = (1 - α^γ) / (1 - α)

"Expected accepted drafts per pass."
accepted_per_pass(α, γ) = α * (1 - α^γ) / (1 - α)

"Tail sum, no division needed at α = 1."
tokens_tail_sum(α, γ) = sum(α^i for i in 0:γ)

"Closed form of the paper."
tokens_paper(α, γ) = α == 1 ? γ + 1 : (1 - α^(γ + 1)) / (1 - α)

"Speedup for a draft that costs c target steps."
function speedup(α, γ, c)
    E = tokens_paper(α, γ)
    return E / ((1 - α) * (γ * c + 1))
end

speedup_tail(α, γ, c) = tokens_tail_sum(α, γ) / (1 + γ * c)

function best_length(α, c; γmax = 40)
    γs = 1:γmax
    return γs[argmax([speedup_tail(α, γ, c) for γ in γs])]
end

function parse_flag(name, default)
    i = findfirst(==("--" * name), ARGS)
    return i === nothing ? default : parse(typeof(default), ARGS[i + 1])
end

function main()
    γ = parse_flag("gamma", 5)
    α = parse_flag("alpha", 0.7)
    @printf("simulated   %.4f\n", simulate(α, γ))
    @printf("tail sum    %.4f\n", tokens_tail_sum(α, γ))
    @printf("paper       %.4f\n", tokens_paper(α, γ))
    @printf("accepted    %.4f\n", accepted_per_pass(α, γ))
    for c in (0.02, 0.05, 0.1, 0.2)
        @printf("c = %.2f    best length %d\n", c, best_length(α, c))
    end
end

abspath(PROGRAM_FILE) == @__FILE__() && main()
