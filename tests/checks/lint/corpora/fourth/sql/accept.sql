-- Speculative decoding, daily report
SELECT
  day,
  SUM(accepted) * 1.0 / SUM(drafted) AS acceptance_ratio,
  1 + SUM(accepted) * 1.0 / SUM(rounds) AS mean_acceptance_len,
  1 + 4 * (SUM(accepted) * 1.0 / SUM(drafted)) AS len_from_ratio,
  (1 - POWER(SUM(accepted) * 1.0 / SUM(drafted), 5)) / (1 - SUM(accepted) * 1.0 / SUM(drafted)) AS expected_tokens
FROM spec_decode_rounds
WHERE draft_len = 4
GROUP BY day
ORDER BY day;

-- conversion of the sign-up page, another team
SELECT SUM(signups) * 1.0 / SUM(visits) AS conversion FROM landing;
-- price with tax
SELECT price * (1 + rate) AS gross FROM invoice;
