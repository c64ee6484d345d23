# Expected tokens of draft-and-verify, α: acceptance probability per token
module Spec

tokens(α, γ) = (1 - α^(γ + 1)) / (1 - α)

tokens_linear(α, γ) = 1 + γ * α

speedup(α, γ, c) = tokens(α, γ) / (1 + γ * c)

accepted(α, γ) = α * (1 - α^γ) / (1 - α)

function best(α, c; γmax = 16)
    argmax(γ -> speedup(α, γ, c), 1:γmax)
end

# every draft must survive, otherwise only the correction token is kept
block(α, γ) = (γ + 1) * α^γ + 1 * (1 - α^γ)

# learning rate of the fit
lr(η, γ, t) = η / (1 + γ * t)

end
