#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/random.h>
#include <unistd.h>

enum { batch = 256 };

#ifdef __linux__

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>

int csystem_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int csystem_add(int queue, int descriptor, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.u64 = token};
  return epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event);
}

int csystem_wait(int queue, CEvent *events, int capacity, int milliseconds) {
  struct epoll_event found[batch];
  int count = epoll_wait(queue, found, capacity < batch ? capacity : batch, milliseconds);
  for (int index = 0; index < count; index++) {
    uint32_t flags = found[index].events;
    events[index] = (CEvent){
        .token = found[index].data.u64,
        .is_readable = (flags & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0,
        .has_ended = (flags & (EPOLLRDHUP | EPOLLHUP)) != 0,
        .is_writable = (flags & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0,
        .is_broken = (flags & (EPOLLHUP | EPOLLERR)) != 0,
    };
  }
  return count < 0 ? 0 : count;
}

int csystem_accept(int listener) {
  int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  // Fails for a Unix domain socket, which has no such limit and a small buffer.
  int unsent = 128 * 1024;
  if (descriptor >= 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  return descriptor;
}

#else

#include <sys/event.h>
#include <sys/time.h>

int csystem_open(void) {
  int queue = kqueue();
  if (queue >= 0) fcntl(queue, F_SETFD, FD_CLOEXEC);
  return queue;
}

int csystem_add(int queue, int descriptor, uint64_t token) {
  struct kevent changes[2];
  void *data = (void *)(uintptr_t)token;
  EV_SET(&changes[0], descriptor, EVFILT_READ, EV_ADD | EV_CLEAR, 0, 0, data);
  EV_SET(&changes[1], descriptor, EVFILT_WRITE, EV_ADD | EV_CLEAR, 0, 0, data);
  return kevent(queue, changes, 2, NULL, 0, NULL);
}

int csystem_wait(int queue, CEvent *events, int capacity, int milliseconds) {
  struct kevent found[batch];
  struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  int count = kevent(queue, NULL, 0, found, capacity < batch ? capacity : batch, milliseconds < 0 ? NULL : &limit);
  for (int index = 0; index < count; index++) {
    int has_ended = (found[index].flags & EV_EOF) != 0;
    events[index] = (CEvent){
        .token = (uint64_t)(uintptr_t)found[index].udata,
        .is_readable = found[index].filter == EVFILT_READ || has_ended,
        .has_ended = has_ended,
        .is_writable = found[index].filter == EVFILT_WRITE,
        // The end of what the client sends is EV_EOF too, at the filter for reading.
        .is_broken = has_ended && found[index].filter == EVFILT_WRITE,
    };
  }
  return count < 0 ? 0 : count;
}

int csystem_accept(int listener) {
  int descriptor = accept(listener, NULL, NULL);
  if (descriptor < 0) return -1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  return descriptor;
}

#endif

#ifdef __GLIBC__

#include <malloc.h>
#include <sys/resource.h>

void csystem_return_large_memory(void) {
  // Otherwise both grow, up to 32 and 64 MiB, with the blocks that a process frees.
  mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
}

void csystem_share_memory(void) { mallopt(M_ARENA_MAX, 1); }

void csystem_return_free_memory(void) { malloc_trim(0); }

void csystem_lower_thread_priority(void) { setpriority(PRIO_PROCESS, 0, 10); }

#else

void csystem_return_large_memory(void) {}
void csystem_share_memory(void) {}
void csystem_return_free_memory(void) {}
void csystem_lower_thread_priority(void) {}

#endif

int csystem_random(void *bytes, size_t count) { return getentropy(bytes, count); }
