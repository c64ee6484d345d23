package dev.ondevice.llm

import kotlin.math.ceil
import kotlin.math.pow

/** Counters since the model was loaded. */
data class DraftCounters(
    val drafts: Long = 0,
    val draftedTokens: Long = 0,
    val acceptedTokens: Long = 0,
) {
    val acceptRatio: Double
        get() = if (draftedTokens == 0L) 0.0 else acceptedTokens.toDouble() / draftedTokens

    val meanLength: Double
        get() = if (drafts == 0L) 1.0 else 1 + acceptedTokens.toDouble() / drafts

    operator fun plus(other: DraftCounters) = DraftCounters(
        drafts + other.drafts,
        draftedTokens + other.draftedTokens,
        acceptedTokens + other.acceptedTokens,
    )
}

/**
 * Decides when the NPU drafts for the GPU.
 *
 * @property draftLength tokens per draft
 * @property costRatio time of one draft step over one target step
 */
class DraftPolicy(
    private val draftLength: Int,
    private val costRatio: Double,
    private val batteryFloor: Int = 20,
) {
    private var counters = DraftCounters()

    fun record(drafted: Int, accepted: Int) {
        counters += DraftCounters(1, drafted.toLong(), accepted.toLong())
    }

    /** Tokens per target pass at the configured length. */
    fun tokensPerPass(): Double = 1 + draftLength * counters.acceptRatio

    /** Break-even at the configured length: accepted tokens per draft against the cost of drafting. */
    fun paysNow(): Boolean = counters.acceptRatio > costRatio

    fun speedupNow(): Double = counters.meanLength / (1 + draftLength * costRatio)

    /** Expected tokens per target pass after changing the draft length to [length]. */
    fun tokensAt(length: Int): Double {
        val r = counters.acceptRatio
        return (1 - r.pow(length + 1)) / (1 - r)
    }

    fun bestLength(max: Int = 8): Int =
        (1..max).maxByOrNull { tokensAt(it) / (1 + it * costRatio) } ?: 1

    fun enabled(batteryPercent: Int): Boolean = batteryPercent > batteryFloor && paysNow()

    /** KV blocks for a prompt, its reply and the draft that is in flight. */
    fun kvBlocks(prompt: Int, reply: Int, blockSize: Int = 16): Int =
        ceil((prompt + reply + draftLength + 1) / blockSize.toDouble()).toInt()

    /** Whether a drafter with the per-token acceptance probability [alpha] can pay at some length. */
    fun canEverPay(alpha: Double): Boolean = alpha > costRatio / (1 + costRatio)
}
