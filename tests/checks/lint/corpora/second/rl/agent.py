"""Soft actor-critic with n-step returns; nothing to do with text."""
import torch
import torch.nn.functional as F


class SACAgent:
    def __init__(self, gamma=0.99, alpha=0.2, k=5, tau=0.005):
        self.gamma, self.alpha, self.k, self.tau = gamma, alpha, k, tau

    def horizon(self, n):
        return (1 - self.gamma ** n) / (1 - self.gamma)

    def effective_horizon(self):
        return 1 / (1 - self.gamma)

    def n_step_target(self, rewards, boot):
        ret = boot
        for r in reversed(rewards):
            ret = r + self.gamma * ret
        return ret

    def entropy_bonus(self, logp):
        return 1 + self.alpha * self.k - logp

    def actor_loss(self, q, logp):
        return (self.alpha * logp - q).mean()

    def accept_transition(self, priority, beta):
        # prioritised replay importance weight
        return (1 + beta * priority) ** -self.alpha

    def epsilon(self, step, accept_rate=0.44):
        # adapt proposal width toward the target acceptance rate
        return 1 + self.k * (accept_rate - 0.44)

    def lambda_return_weights(self, n, lam=0.95):
        return (1 - lam ** (n + 1)) / (1 - lam)
