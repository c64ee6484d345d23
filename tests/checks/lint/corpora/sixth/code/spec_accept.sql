-- Weekly acceptance report of the speculative decoding rollout.
-- Source: analytics.verifications, one row per target forward pass:
--   request_id, model, draft_model, gamma, drafted, accepted, tested, ts

CREATE OR REPLACE VIEW analytics.spec_weekly AS
WITH base AS (
  SELECT
    date_trunc('week', ts)      AS week,
    draft_model,
    gamma,
    count(*)                    AS drafts,
    sum(drafted)                AS drafted,
    sum(accepted)               AS accepted,
    sum(tested)                 AS tested
  FROM analytics.verifications
  WHERE drafted > 0
  GROUP BY 1, 2, 3
),
rates AS (
  SELECT
    *,
    accepted::float / drafted   AS accept_ratio,
    accepted::float / tested    AS accept_prob
  FROM base
)
SELECT
  week,
  draft_model,
  gamma,
  drafts,
  accept_ratio,
  accept_prob,
  1 + accepted::float / drafts                                           AS mean_length,
  1 + gamma * accept_ratio                                               AS mean_length_from_ratio,
  (1 - power(accept_prob, gamma + 1)) / (1 - accept_prob)                AS model_length,
  (1 - power(accept_ratio, gamma + 1)) / (1 - accept_ratio)              AS model_length_dashboard
FROM rates
WHERE accept_prob < 1;

-- Forecast for the next quarter: every drafter at draft lengths 2 to 8, with its per-token acceptance probability of last week.
CREATE OR REPLACE VIEW analytics.spec_forecast AS
SELECT
  r.draft_model,
  g.gamma,
  c.draft_ms / c.target_ms                                               AS draft_cost,
  1 + g.gamma * r.accept_prob                                            AS tokens_per_step,
  1 + g.gamma * (c.draft_ms / c.target_ms)                               AS cycle_cost
FROM (
  SELECT draft_model, sum(accepted)::float / sum(tested) AS accept_prob
  FROM analytics.verifications
  WHERE ts > now() - interval '7 days'
  GROUP BY draft_model
) AS r
JOIN analytics.draft_costs AS c USING (draft_model)
CROSS JOIN generate_series(2, 8) AS g(gamma);

-- Offers are unrelated: conversion of the upgrade dialog in the same dashboard.
CREATE OR REPLACE VIEW analytics.upgrade_dialog AS
SELECT
  date_trunc('week', shown_at)                                           AS week,
  count(*) FILTER (WHERE accepted_at IS NOT NULL)::float / count(*)      AS acceptance_rate,
  1 + 3 * count(*) FILTER (WHERE accepted_at IS NOT NULL)::float / count(*) AS score
FROM analytics.dialogs
GROUP BY 1;
