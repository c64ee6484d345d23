-- acceptance report for speculative decoding, one row per model and day
WITH s AS (
  SELECT model, day,
         SUM(accepted_tokens) AS accepted,
         SUM(draft_tokens)    AS drafted,
         SUM(drafts)          AS rounds,
         MAX(num_spec_tokens) AS k
  FROM spec_decode_log
  GROUP BY model, day
)
SELECT
  model,
  day,
  1.0 * accepted / drafted                                        AS ratio,
  1 + 1.0 * accepted / rounds                                     AS mean_len,
  1 + k * (1.0 * accepted / drafted)                              AS mean_len_from_ratio,
  (1 - POWER(1.0 * accepted / drafted, k + 1)) / (1 - 1.0 * accepted / drafted) AS predicted_len
FROM s
ORDER BY day;

-- discounting for the finance mart
SELECT id, (1 - POWER(0.97, months)) / (1 - 0.97) AS factor FROM contracts;

-- what-if sheet: p_token is the probability that one draft token is accepted, k the draft length
SELECT k,
       p_token,
       1 + k * p_token                                         AS tokens_per_step,
       (1 - POWER(p_token, k + 1)) / (1 - p_token)             AS tokens_per_step_geo,
       (1 - POWER(p_token, k + 1)) / ((1 - p_token) * (1 + k * c)) AS speedup
FROM what_if;
