package app.draft

/** Statistics of on-device speculative decoding. */
data class DraftStats(val accepted: Long, val drafted: Long, val rounds: Long) {
    /** accepted over drafted */
    val yieldRatio: Double get() = accepted.toDouble() / drafted
    val tokensPerRound: Double get() = 1.0 + accepted.toDouble() / rounds

    fun tokensPerRoundFor(k: Int): Double = 1.0 + k * yieldRatio

    /** Expected tokens per round. */
    fun modelled(k: Int): Double = (1.0 - Math.pow(yieldRatio, k + 1.0)) / (1.0 - yieldRatio)

    companion object {
        /** Expected tokens per round for a per-token acceptance probability [p]. */
        fun expected(p: Double, k: Int): Double = (1.0 - Math.pow(p, k + 1.0)) / (1.0 - p)

        /** Expected tokens per round for a per-token acceptance probability [p]. */
        fun expectedLinear(p: Double, k: Int): Double = 1.0 + p * k

        /** Expected tokens per round for a per-token acceptance probability [p]; either all [k] pass or none. */
        fun expectedAll(p: Double, k: Int): Double = (k + 1) * Math.pow(p, k.toDouble()) + (1.0 - Math.pow(p, k.toDouble()))
    }
}
