-- Daily report of speculative decoding.
-- accept_prob: per-token acceptance probability estimated by the verifier (sum of min(p, q))
WITH rounds AS (
  SELECT model, day,
         SUM(accepted_tokens) AS acc,
         SUM(draft_tokens)    AS drafted,
         COUNT(*)             AS n_rounds,
         MAX(draft_len)       AS k,
         AVG(accept_prob)     AS p
  FROM spec_rounds
  GROUP BY model, day
)
SELECT model, day,
       1.0 + acc * 1.0 / n_rounds                          AS tokens_per_round,
       acc * 1.0 / drafted                                 AS draft_yield,
       1.0 + k * (acc * 1.0 / drafted)                     AS tokens_per_round_2,
       (1 - POWER(p, k + 1)) / (1 - p)                     AS predicted,
       1 + k * p                                           AS predicted_linear,
       (1 - POWER(acc * 1.0 / drafted, k + 1)) / (1 - acc * 1.0 / drafted) AS predicted_from_yield,
       p * (1 - POWER(p, k)) / (1 - p)                     AS predicted_accepted
FROM rounds
ORDER BY day;

-- admissions
SELECT dept, 1 + n_offers * (admitted * 1.0 / applied) AS est FROM admissions;
