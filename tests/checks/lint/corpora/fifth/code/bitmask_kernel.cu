// Applies the grammar bitmask to the logits of a speculative step.
// One row per verified position: a request with gamma draft tokens has gamma + 1 rows.
//
// Layout: int32 words, bit j of word i is token 32 * i + j, 1 = allowed.
//
// Sizes, for the record:
//   vocab 128,256: 128,256 / 32 = 4,008 words, 16,032 bytes per row
//   vocab 151,936: 151,936 / 32 = 4,748 words, 18,992 bytes per row
//   batch 64, gamma 3: 64 x 3 = 192 mask rows per step, 3.1 MB at 128,256

#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cmath>

constexpr int kThreads = 256;
constexpr int kBitsPerWord = 32;

__host__ __device__ inline int words_per_row(int vocab_size) {
  return (vocab_size + kBitsPerWord - 1) / kBitsPerWord;
}

template <typename T>
__device__ inline T neg_inf();

template <>
__device__ inline float neg_inf<float>() { return -INFINITY; }

template <>
__device__ inline __nv_bfloat16 neg_inf<__nv_bfloat16>() { return __float2bfloat16(-INFINITY); }

template <typename T>
__global__ void apply_bitmask(T* __restrict__ logits, const int32_t* __restrict__ mask, int vocab_size, int64_t logits_stride,
                              int64_t mask_stride) {
  const int row = blockIdx.y;
  const int token = blockIdx.x * blockDim.x + threadIdx.x;
  if (token >= vocab_size) return;
  const int32_t word = mask[row * mask_stride + token / kBitsPerWord];
  if (!((word >> (token % kBitsPerWord)) & 1)) {
    logits[row * logits_stride + token] = neg_inf<T>();
  }
}

// Bytes that the host must reserve for one step.
inline size_t mask_bytes(int batch, int gamma, int vocab_size) {
  const size_t rows = static_cast<size_t>(batch) * (1 + gamma);
  const size_t row_bytes = vocab_size / 8;
  return rows * row_bytes;
}

template <typename T>
cudaError_t launch(T* logits, const int32_t* mask, int batch, int gamma, int vocab_size, cudaStream_t stream) {
  const int rows = batch * (gamma + 1);
  const dim3 grid((vocab_size + kThreads - 1) / kThreads, rows);
  apply_bitmask<T><<<grid, kThreads, 0, stream>>>(logits, mask, vocab_size, vocab_size, words_per_row(vocab_size));
  return cudaGetLastError();
}

// Verification of a [rows, d] batch is compute bound past the ridge.
// H100 SXM, BF16 dense 989.4 TFLOP/s and 3.35 TB/s: 989.4 / 3.35 = 295 FLOP per byte
inline bool past_ridge(int batch, int gamma) {
  return batch * (gamma + 1) > 295;
}

template cudaError_t launch<float>(float*, const int32_t*, int, int, int, cudaStream_t);
template cudaError_t launch<__nv_bfloat16>(__nv_bfloat16*, const int32_t*, int, int, int, cudaStream_t);
