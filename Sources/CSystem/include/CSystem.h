/// Functions that Swift's module of the C library lacks: the readiness of many descriptors, epoll(7) on Linux and kqueue(2) on Apple's
/// systems, accept4(2), mallopt(3), getentropy(3), and hashes by the instructions of the processor.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The events of a descriptor.
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

/// Has all threads allocate from one arena (mallopt(3)), where glibc otherwise makes one for each thread: a command is over
/// before its threads would wait for each other. Call it before there are several.
void csystem_share_memory(void);

/// Gives what is free back to the system (malloc_trim(3)): takes milliseconds for each hundred megabytes.
void csystem_return_free_memory(void);

/// Lets the system run other threads before this one, on Linux (setpriority(2), "C library/kernel differences").
void csystem_lower_thread_priority(void);

/// Fills at most 256 bytes with random ones of the system in one call (getentropy(3)). Returns 0, or -1 with errno.
int csystem_random(void *bytes, size_t count);

/// SHA-256 (FIPS 180-4) of a message that is given in pieces. A value is a copy of its own.
typedef struct {
  uint32_t state[8];
  /// The bytes so far; those of a block that is not complete are in `pending`.
  uint64_t count;
  uint8_t pending[64];
  /// The processor's SHA extensions compute it; otherwise portable C, five times slower. Set where the processor has them.
  uint8_t uses_instructions;
} CSHA256;

/// The hash of no bytes yet.
CSHA256 csystem_sha256_begin(void);

/// Adds a piece of the message.
void csystem_sha256_update(CSHA256 *hash, const void *_Nullable piece, size_t count);

/// Writes the hash of all pieces, 32 bytes. `hash` cannot be used afterwards.
void csystem_sha256_finish(CSHA256 *hash, uint8_t *digest);

#pragma clang assume_nonnull end

#endif
