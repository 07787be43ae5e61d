#include "CSystem.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#ifdef __linux__

static unsigned char *(*sha256)(const unsigned char *, size_t, unsigned char *);

static void load_library(void) {
  void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen("libcrypto.so.1.1", RTLD_LAZY | RTLD_LOCAL);
  int (*initialize)(uint64_t, const void *) = NULL;
  if (library) *(void **)&initialize = dlsym(library, "OPENSSL_init_crypto");
  // OPENSSL_INIT_NO_ATEXIT: other threads may hash while the process ends.
  if (initialize && initialize(0x00080000, NULL)) *(void **)&sha256 = dlsym(library, "SHA256");
}

int csystem_sha256(const void *bytes, size_t count, unsigned char *hash) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return sha256 && sha256(bytes, count, hash);
}

#else

// CommonCrypto, in libSystem.
unsigned char *CC_SHA256(const void *bytes, uint32_t count, unsigned char *hash);

int csystem_sha256(const void *bytes, size_t count, unsigned char *hash) {
  return count <= UINT32_MAX && CC_SHA256(bytes, (uint32_t)count, hash);
}

#endif
