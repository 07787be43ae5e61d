#ifndef CVIPS_H
#define CVIPS_H

#include <stddef.h>

// libvips (https://www.libvips.org/API/8.14/), opened when it is first used: only a server with images needs it. One thread
// uses it.

// Opens the library and blocks all loaders of files but those of JPEG and PNG. Returns 0, or -1 where it is not installed or too
// old.
int cvips_open(void);

// Makes a JPEG without metadata of an image that is at most so wide and high, upright and in sRGB, on white where it is
// transparent; a smaller image keeps its size. A lower quality is tried where it has more bytes than `most`. Returns 0 and bytes to pass to cvips_free, or -1 for what is no image.
int cvips_thumbnail(
    const void *bytes, size_t count, int width, int height, size_t most, void **thumbnail, size_t *thumbnail_count);

void cvips_free(void *bytes);

// Takes from this thread and those that it starts what decoding does not need: it can open no file, no socket and no process
// (seccomp(2)). Returns 0, or -1 where the system has no such filter.
int cvips_confine(void);

#endif
