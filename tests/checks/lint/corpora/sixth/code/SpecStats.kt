package ai.edge.decoding

import kotlin.math.pow
import kotlinx.serialization.Serializable

/** Statistics of speculative decoding on device, sent with the weekly performance report. */
@Serializable
data class SpecStats(
    val draftLength: Int,
    val rounds: Long = 0,
    val drafted: Long = 0,
    val accepted: Long = 0,
    val tested: Long = 0,
    val draftMillis: Double = 0.0,
    val verifyMillis: Double = 0.0,
) {
    /** accepted / drafted: what the settings screen shows as "accepted". */
    val acceptedShare: Double
        get() = if (drafted == 0L) 0.0 else accepted.toDouble() / drafted

    /** accepted / tested: the chance that a draft passes once its turn comes. */
    val passProbability: Double
        get() = if (tested == 0L) 0.0 else accepted.toDouble() / tested

    val tokensPerRound: Double
        get() = 1 + acceptedShare * draftLength

    val millisPerToken: Double
        get() = (draftMillis + verifyMillis) / (accepted + rounds)

    fun plus(accepted: Int, draftMillis: Double, verifyMillis: Double): SpecStats = copy(
        rounds = rounds + 1,
        drafted = drafted + draftLength,
        accepted = this.accepted + accepted,
        tested = tested + minOf(accepted + 1, draftLength),
        draftMillis = this.draftMillis + draftMillis,
        verifyMillis = this.verifyMillis + verifyMillis,
    )

    /** What a draft of [length] tokens would give, if every draft passes with [passProbability]. */
    fun predictedTokens(length: Int): Double {
        val p = passProbability
        return if (p == 1.0) length + 1.0 else (1 - p.pow(length + 1)) / (1 - p)
    }

    fun predictedMillisPerToken(length: Int): Double {
        val draftStep = draftMillis / drafted
        val verify = verifyMillis / rounds
        return (length * draftStep + verify) / predictedTokens(length)
    }
}

/** Multi-candidate lookup: each candidate is checked by itself and all that match are cached, in any order. */
class NgramPool(private val capacity: Int) {
    private val entries = LinkedHashMap<String, Int>()

    fun offer(candidates: List<String>, matches: (String) -> Boolean): Int {
        val kept = candidates.filter(matches)
        for (candidate in kept) {
            entries[candidate] = (entries[candidate] ?: 0) + 1
            if (entries.size > capacity) entries.remove(entries.keys.first())
        }
        return kept.size
    }

    fun expectedCached(hitRate: Double, candidates: Int): Double = candidates * hitRate
}

/** Retry delays of the uploader. */
fun totalDelay(first: Double, factor: Double, tries: Int): Double =
    first * (1 - factor.pow(tries)) / (1 - factor)

object Formatting {
    fun percent(x: Double): String = "%.1f %%".format(100 * x)

    fun summary(stats: SpecStats): String =
        "accepted ${percent(stats.acceptedShare)}, ${"%.2f".format(stats.tokensPerRound)} tokens per round"
}
