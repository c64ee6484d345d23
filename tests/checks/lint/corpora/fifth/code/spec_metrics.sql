-- Speculative decoding marts, rebuilt every night.
-- source: engine_counters(ts, host, model, drafter, k, num_drafts, drafted_tokens, accepted_tokens)

CREATE OR REPLACE VIEW spec_daily AS
SELECT
    date_trunc('day', ts)                                                   AS day,
    model,
    drafter,
    k,
    SUM(num_drafts)                                                         AS drafts,
    SUM(drafted_tokens)                                                     AS drafted,
    SUM(accepted_tokens)                                                    AS accepted
FROM engine_counters
WHERE num_drafts > 0
GROUP BY 1, 2, 3, 4;

CREATE OR REPLACE VIEW spec_quality AS
SELECT
    day,
    model,
    drafter,
    k,
    accepted::float / drafted                                               AS acceptance_ratio,
    1 + accepted::float / drafts                                            AS mean_acceptance_length,
    1 + k * accepted::float / drafted                                       AS mean_length_check,
    drafted - accepted                                                      AS wasted_tokens
FROM spec_daily;

-- tokens emitted per verification, bonus token included
CREATE OR REPLACE VIEW spec_emitted AS
SELECT
    day,
    model,
    k * acceptance_ratio                                                    AS emitted_per_verification
FROM spec_quality;

-- what other draft lengths would give
CREATE OR REPLACE VIEW spec_what_if AS
SELECT
    q.model,
    q.drafter,
    n.k_new,
    (1 - POWER(q.acceptance_ratio, n.k_new + 1)) / (1 - q.acceptance_ratio) AS tokens_at_k_new
FROM spec_quality q
CROSS JOIN (VALUES (2), (4), (6), (8)) AS n(k_new)
WHERE q.day = CURRENT_DATE - 1;

-- speedup from measured latencies
CREATE OR REPLACE VIEW spec_speedup AS
SELECT
    q.day,
    q.model,
    q.drafter,
    q.mean_acceptance_length / (1 + q.k * l.draft_ms / l.target_ms)         AS speedup
FROM spec_quality q
JOIN step_latency l USING (model, drafter);

-- acceptance by position is unconditional: accepted at that position / drafts
CREATE OR REPLACE VIEW spec_positions AS
SELECT
    p.model,
    p.drafter,
    1 + SUM(p.accepted_at::float / p.num_drafts)                            AS length_from_positions
FROM engine_positions p
GROUP BY 1, 2;
