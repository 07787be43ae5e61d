#include "CVips.h"

#include <dlfcn.h>
#include <stdio.h>

typedef struct VipsImage VipsImage;

// VIPS_SIZE_DOWN of VipsSize.
enum { SIZE_DOWN = 2 };

static struct {
  int (*init)(const char *);
  void (*block)(const char *, int);
  int (*thumbnail)(void *, size_t, VipsImage **, int, ...);
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
  *(void **)&vips.write = dlsym(library, "vips_image_write_to_buffer");
  *(void **)&vips.unref = dlsym(library, "g_object_unref");
  *(void **)&vips.free = dlsym(library, "g_free");
  // vips_operation_block_set came with 8.13.
  if (!vips.init || !vips.block || !vips.thumbnail || !vips.write || !vips.unref || !vips.free) return -1;
  if (vips.init("market")) return -1;
  vips.block("VipsForeignLoad", 1);
  vips.block("VipsForeignLoadJpeg", 0);
  vips.block("VipsForeignLoadPng", 0);
  return 0;
}

int cvips_thumbnail(
    const void *bytes, size_t count, int width, int height, int quality, void **thumbnail, size_t *thumbnail_count) {
  VipsImage *image = NULL;
  if (vips.thumbnail(
          (void *)bytes, count, &image, width, "height", height, "size", SIZE_DOWN, "export_profile", "srgb", NULL))
    return -1;
  char form[64];
  snprintf(form, sizeof form, ".jpg[Q=%d,strip,background=255]", quality);
  int result = vips.write(image, form, thumbnail, thumbnail_count, NULL);
  vips.unref(image);
  return result;
}

void cvips_free(void *bytes) { vips.free(bytes); }
