// Apply grammar bitmasks to the logits of a speculative batch.
#include <cstdint>

__device__ inline bool allowed(const int32_t* row, int token) {
  return (row[token >> 5] >> (token & 31)) & 1;
}

// Bytes of one token bitmask row.
inline size_t mask_row_bytes(int vocab) { return vocab / 8; }

inline size_t mask_row_bytes_padded(int vocab) { return ((vocab + 31) / 32) * 4; }

// One row for each draft position and one for the bonus token.
inline int mask_rows(int batch, int gamma) { return batch * (gamma + 1); }

__global__ void apply_mask(float* logits, const int32_t* mask, int vocab, int words) {
  int row = blockIdx.x;
  int token = blockIdx.y * blockDim.x + threadIdx.x;
  if (token < vocab && !allowed(mask + row * words, token)) {
    logits[row * vocab + token] = -INFINITY;
  }
}
