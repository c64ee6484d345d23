// Applies grammar bitmasks to logits before sampling. One row per logits row: with speculative decoding every sequence has a
// row for each draft and one for the bonus token.

#include <cuda_runtime.h>

#include <cstdint>
#include <stdexcept>

namespace sampling {

constexpr int kThreads = 256;
constexpr int kBitsPerWord = 32;

__host__ __device__ inline int words_for(int vocab_size) {
  return (vocab_size + kBitsPerWord - 1) / kBitsPerWord;
}

template <typename T>
__global__ void apply_bitmask_kernel(T* logits, const int32_t* bitmask, int vocab_size, int64_t logits_stride, int words) {
  const int row = blockIdx.y;
  const int token = blockIdx.x * kThreads + threadIdx.x;
  if (token >= vocab_size) return;
  const int32_t word = bitmask[static_cast<int64_t>(row) * words + token / kBitsPerWord];
  if (((word >> (token % kBitsPerWord)) & 1) == 0) {
    logits[row * logits_stride + token] = static_cast<T>(-INFINITY);
  }
}

struct MaskShape {
  int batch;
  int draft_length;
  int vocab_size;

  // rows of logits in a verification step
  int rows() const { return batch * (draft_length + 1); }

  size_t device_bytes() const { return static_cast<size_t>(rows()) * words_for(vocab_size) * sizeof(int32_t); }

  // pinned staging buffer for the token masks of one step, one bit per vocabulary entry
  size_t staging_bytes() const { return static_cast<size_t>(rows()) * (vocab_size / 8); }
};

// Buffers for Llama 3 (128,256 tokens, 16,032 bytes a row) with batch 64 and 5 drafts:
//   64 x 6 x 16,032 = 6,156,288 bytes of masks per verification step
// and for Qwen 2.5 (151,936 tokens) in the same setting:
//   151,936 / 8 = 18,992 bytes a row, 384 rows, 7.9 MB of masks per step
class BitmaskApplier {
 public:
  explicit BitmaskApplier(MaskShape shape) : shape_(shape) {
    check(cudaMalloc(&device_mask_, shape.device_bytes()));
    check(cudaMallocHost(&host_mask_, shape.staging_bytes()));
  }

  ~BitmaskApplier() {
    cudaFree(device_mask_);
    cudaFreeHost(host_mask_);
  }

  void apply(float* logits, int64_t stride, cudaStream_t stream) {
    check(cudaMemcpyAsync(device_mask_, host_mask_, shape_.staging_bytes(), cudaMemcpyHostToDevice, stream));
    const dim3 grid((shape_.vocab_size + kThreads - 1) / kThreads, shape_.rows());
    apply_bitmask_kernel<float>
        <<<grid, kThreads, 0, stream>>>(logits, device_mask_, shape_.vocab_size, stride, words_for(shape_.vocab_size));
    check(cudaGetLastError());
  }

 private:
  static void check(cudaError_t status) {
    if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
  }

  MaskShape shape_;
  int32_t* device_mask_ = nullptr;
  int32_t* host_mask_ = nullptr;
};

}  // namespace sampling
