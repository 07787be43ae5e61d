/// What Swift's module of the C library lacks: the readiness of many descriptors, epoll(7) on Linux and kqueue(2) on Apple's
/// systems, accept4(2), mallopt(3), and hashes by the instructions of the processor.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What happened to a descriptor.
typedef struct {
  /// The token with which the descriptor was added.
  uint64_t token;
  /// Bytes, a connection or the end of the stream can be read.
  uint8_t is_readable;
  /// The other side has closed its sending direction: the end of the stream follows the bytes that can be read.
  uint8_t has_ended;
  /// Bytes can be written.
  uint8_t is_writable;
  /// The connection is broken or closed in both directions.
  uint8_t is_broken;
} CEvent;

/// Makes a queue; -1 with errno when the process has no descriptors or memory for one. It is not inherited.
int csystem_open(void);

/// Reports each change of a descriptor's readiness once (edge-triggered): the caller reads and writes until the call would
/// block. Closing the descriptor removes it. Returns 0, or -1 with errno.
int csystem_add(int queue, int descriptor, uint64_t token);

/// Waits for at most `milliseconds` (-1: without limit) and fills `events`. Returns their number; 0 also when a signal
/// interrupted the wait.
int csystem_wait(int queue, CEvent *events, int capacity, int milliseconds);

/// Accepts a connection that does not block and is not inherited by child processes; -1 with errno. On Linux the system
/// holds 128 KiB of what is not sent yet (tcp(7), TCP_NOTSENT_LOWAT), not the megabytes to which its buffer may grow.
int csystem_accept(int listener);

/// Has the allocator give large blocks back to the system when they are freed (mallopt(3); glibc keeps up to 64 MiB in each
/// of its arenas otherwise). Call it when a server starts.
void csystem_return_large_memory(void);

/// Writes the SHA-256 of bytes, 32 bytes, by the crypto library of the system: libcrypto, opened when it is first used, or
/// CommonCrypto. Returns 0 where there is none.
int csystem_sha256(const void *_Nullable bytes, size_t count, unsigned char *hash);

#pragma clang assume_nonnull end

#endif
