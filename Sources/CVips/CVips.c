#include "CVips.h"

#include <dlfcn.h>

typedef struct VipsImage VipsImage;

// VIPS_SIZE_DOWN of VipsSize.
enum { SIZE_DOWN = 2 };

static struct {
  int (*init)(const char *);
  void (*block)(const char *, int);
  int (*thumbnail)(void *, size_t, VipsImage **, int, ...);
  VipsImage *(*copy)(VipsImage *);
  int (*write)(VipsImage *, const char *, void **, size_t *, ...);
  void (*unref)(void *);
  void (*free)(void *);
} vips;

int cvips_open(void) {
#ifdef __APPLE__
  const char *names[] = {"libvips.42.dylib", "/opt/homebrew/lib/libvips.42.dylib", NULL};
#else
  const char *names[] = {"libvips.so.42", NULL};
#endif
  void *library = NULL;
  for (int i = 0; names[i] && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  // The library's own dependencies, which dlsym finds through it.
  *(void **)&vips.init = dlsym(library, "vips_init");
  *(void **)&vips.block = dlsym(library, "vips_operation_block_set");
  *(void **)&vips.thumbnail = dlsym(library, "vips_thumbnail_buffer");
  *(void **)&vips.copy = dlsym(library, "vips_image_copy_memory");
  *(void **)&vips.write = dlsym(library, "vips_image_write_to_buffer");
  *(void **)&vips.unref = dlsym(library, "g_object_unref");
  *(void **)&vips.free = dlsym(library, "g_free");
  // vips_operation_block_set came with 8.13.
  if (!vips.init || !vips.block || !vips.thumbnail || !vips.copy || !vips.write || !vips.unref || !vips.free) return -1;
  if (vips.init("market")) return -1;
  vips.block("VipsForeignLoad", 1);
  vips.block("VipsForeignLoadJpeg", 0);
  vips.block("VipsForeignLoadPng", 0);
  return 0;
}

int cvips_thumbnail(
    const void *bytes, size_t count, int width, int height, size_t most, void **thumbnail, size_t *thumbnail_count) {
  VipsImage *image = NULL;
  // An image without a profile is sRGB, as browsers show it; one of greys or inks, to which that profile does not fit, needs none.
  if (vips.thumbnail(
          (void *)bytes, count, &image, width, "height", height, "size", SIZE_DOWN, "import_profile", "srgb",
          "export_profile", "srgb", NULL) &&
      vips.thumbnail((void *)bytes, count, &image, width, "height", height, "size", SIZE_DOWN, NULL))
    return -1;
  // Decoded here, and once.
  VipsImage *pixels = vips.copy(image);
  vips.unref(image);
  if (!pixels) return -1;
  const char *forms[] = {".jpg[Q=78,strip,background=255]", ".jpg[Q=60,strip,background=255]", ".jpg[Q=40,strip,background=255]"};
  *thumbnail = NULL;
  for (int i = 0; i < 3; i++) {
    if (*thumbnail) vips.free(*thumbnail);
    *thumbnail = NULL;
    if (vips.write(pixels, forms[i], thumbnail, thumbnail_count, NULL) || *thumbnail_count <= most) break;
  }
  vips.unref(pixels);
  return *thumbnail ? 0 : -1;
}

void cvips_free(void *bytes) { vips.free(bytes); }

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#endif

#ifdef ARCHITECTURE
// Decoding needs memory, threads, time, and the descriptors that are open. Any other system call fails with EPERM.
static const int allowed[] = {
    __NR_brk, __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_close, __NR_exit, __NR_exit_group, __NR_fstat,
    __NR_futex, __NR_getpid, __NR_getrandom, __NR_getrusage, __NR_gettid, __NR_gettimeofday, __NR_lseek, __NR_madvise, __NR_mmap,
    __NR_mprotect, __NR_mremap, __NR_munmap, __NR_nanosleep, __NR_newfstatat, __NR_ppoll, __NR_pread64, __NR_read, __NR_readv,
    __NR_restart_syscall, __NR_rseq, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_sched_getaffinity,
    __NR_sched_yield, __NR_set_robust_list, __NR_sigaltstack, __NR_statx, __NR_sysinfo, __NR_tgkill, __NR_uname, __NR_write,
    __NR_writev,
#ifdef __NR_poll
    __NR_poll,
#endif
};

enum { CALLS = sizeof allowed / sizeof *allowed };

int cvips_confine(void) {
  struct sock_filter program[2 * CALLS + 12], *next = program;
#define STATEMENT(...) *next++ = (struct sock_filter)BPF_STMT(__VA_ARGS__)
#define JUMP(...) *next++ = (struct sock_filter)BPF_JUMP(__VA_ARGS__)
#define RETURN(value) STATEMENT(BPF_RET | BPF_K, value)
  STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  RETURN(SECCOMP_RET_ERRNO | EPERM);
  STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < CALLS; i++) {
    JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], 0, 1);
    RETURN(SECCOMP_RET_ALLOW);
  }
  // Its flags are in memory, where no filter looks; the C library then calls clone.
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1);
  RETURN(SECCOMP_RET_ERRNO | ENOSYS);
  // A thread, and no process.
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3);
  STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
  JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  RETURN(SECCOMP_RET_ALLOW);
  RETURN(SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog filter = {.len = (unsigned short)(next - program), .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}
#else
int cvips_confine(void) { return -1; }
#endif
