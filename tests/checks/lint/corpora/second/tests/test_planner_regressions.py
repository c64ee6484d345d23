"""Regressions for the draft-length planner; each case is a formula that shipped by mistake."""
import unittest

from planner import expected_tokens, speedup


class WrongFormulas(unittest.TestCase):
    """Every expression below is wrong and must stay distinguishable from ours."""

    def test_linear(self):
        for k in (2, 4, 8):
            self.assertLess(expected_tokens(0.7, k), 1 + k * 0.7)

    def test_missing_bonus(self):
        self.assertGreater(expected_tokens(0.7, 4), (1 - 0.7**4) / 0.3)

    def test_cost_counted_once(self):
        self.assertNotAlmostEqual(speedup(0.7, 4, 0.1), expected_tokens(0.7, 4) / (1 + 0.1))


class RightValues(unittest.TestCase):
    def test_known(self):
        self.assertAlmostEqual(expected_tokens(0.7, 4), 2.7731)
        self.assertAlmostEqual(expected_tokens(0.5, 1), 1.5)
        self.assertAlmostEqual(speedup(0.7, 4, 0.1), 2.7731 / 1.4)
