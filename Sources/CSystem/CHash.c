#include "CSystem.h"

#include <string.h>

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotated(uint32_t word, int count) { return word >> count | word << (32 - count); }

// Adds whole blocks of 64 bytes to a state (FIPS 180-4, 6.2.2).
static void compress_portably(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks--, bytes += 64) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
      w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 | (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    for (int i = 16; i < 64; i++)
      w[i] = w[i - 16] + (rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7]
             + (rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
      uint32_t one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      uint32_t two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#ifdef __x86_64__

#include <cpuid.h>
#include <immintrin.h>

// SSSE3 and SSE4.1, and the SHA extensions (Intel SDM, volume 2, CPUID).
static int ask_processor(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 9) || !(c & 1u << 19)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}

// Asks once: in a virtual machine CPUID takes as long as hashing some kilobytes.
static int has_instructions(void) {
  static int known = -1;
  int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (found < 0) {
    found = ask_processor();
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return found;
}

// Does the same by the SHA extensions. Their two registers hold the words of the state as ABEF and CDGH.
__attribute__((target("sha,sse4.1,ssse3")))
static void compress_by_instructions(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i *words = (__m128i *)state;
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xb1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[16];
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), big_endian);
      } else {
        __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]), _mm_alignr_epi8(w[i - 1], w[i - 2], 4));
        w[i] = _mm_sha256msg2_epu32(sum, w[i - 1]);
      }
      __m128i input = _mm_add_epi32(w[i], _mm_loadu_si128((const __m128i *)constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#else

static int has_instructions(void) { return 0; }
#define compress_by_instructions compress_portably

#endif

static void compress(CSHA256 *hash, const uint8_t *bytes, size_t blocks) {
  (hash->uses_instructions ? compress_by_instructions : compress_portably)(hash->state, bytes, blocks);
}

CSHA256 csystem_sha256_begin(void) {
  return (CSHA256){
    .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
    .uses_instructions = (uint8_t)has_instructions(),
  };
}

void csystem_sha256_update(CSHA256 *hash, const void *piece, size_t count) {
  if (count == 0) return;
  const uint8_t *bytes = piece;
  size_t pending = hash->count % 64;
  hash->count += count;
  if (pending > 0) {
    size_t taken = count < 64 - pending ? count : 64 - pending;
    memcpy(hash->pending + pending, bytes, taken);
    if (pending + taken < 64) return;
    compress(hash, hash->pending, 1);
    bytes += taken;
    count -= taken;
  }
  compress(hash, bytes, count / 64);
  memcpy(hash->pending, bytes + count / 64 * 64, count % 64);
}

void csystem_sha256_finish(CSHA256 *hash, uint8_t *digest) {
  const uint64_t bits = hash->count * 8;
  const size_t pending = hash->count % 64;
  uint8_t padding[72] = {0x80};
  const size_t zeros = (pending < 56 ? 56 : 120) - pending;
  for (int i = 0; i < 8; i++) padding[zeros + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
  csystem_sha256_update(hash, padding, zeros + 8);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}
