package spec

// Counters of the draft-and-verify loop.
type Counters struct {
	Rounds   int
	Drafted  int
	Accepted int
}

// Ratio is accepted over drafted.
func (c Counters) Ratio() float64 {
	return float64(c.Accepted) / float64(c.Drafted)
}

// MeanLen includes the bonus token.
func (c Counters) MeanLen() float64 {
	return 1 + float64(c.Accepted)/float64(c.Rounds)
}

// FromRatio holds for a fixed draft length.
func (c Counters) FromRatio(k int) float64 {
	return 1 + float64(k)*c.Ratio()
}

// Predict gives the expected tokens of a round of k drafts.
func (c Counters) Predict(k int) float64 {
	a := c.Ratio()
	return (1 - math.Pow(a, float64(k+1))) / (1 - a)
}

// Offset of a row in the logits buffer.
func Offset(row, vocab int) int { return row*vocab + 1 }
