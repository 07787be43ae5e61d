/// The part of zlib's C interface that this project uses, declared here so that no -dev package is needed.
/// Signatures and values: https://zlib.net/manual.html (stable since 1.2.0).
#ifndef CZLIB_H
#define CZLIB_H

#pragma clang assume_nonnull begin

#define CZLIB_OK 0
#define CZLIB_STREAM_END 1
#define CZLIB_FINISH 4
#define CZLIB_BUF_ERROR (-5)

/// z_stream.
typedef struct CZlibStream {
  const unsigned char *_Nullable next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *_Nullable next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *_Nullable msg;
  void *_Nullable state;
  void *_Nullable zalloc;
  void *_Nullable zfree;
  void *_Nullable opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} CZlibStream;

int inflateInit_(CZlibStream *stream, const char *version, int size);
/// `windowBits` -15: raw deflate (RFC 1951), as ZIP files have it.
int inflateInit2_(CZlibStream *stream, int windowBits, const char *version, int size);
/// `flush` 0 (Z_NO_FLUSH): inflates as much as input and output allow.
int inflate(CZlibStream *stream, int flush);
int inflateEnd(CZlibStream *stream);
/// `method` 8 (Z_DEFLATED), `windowBits` -15, `memLevel` 8 and `strategy` 0 (Z_DEFAULT_STRATEGY): raw deflate.
int deflateInit2_(
  CZlibStream *stream, int level, int method, int windowBits, int memLevel, int strategy, const char *version,
  int size);
/// `flush` 0 or `CZLIB_FINISH`.
int deflate(CZlibStream *stream, int flush);
int deflateReset(CZlibStream *stream);
int deflateEnd(CZlibStream *stream);
unsigned long crc32(unsigned long crc, const unsigned char *_Nullable bytes, unsigned int count);

#pragma clang assume_nonnull end

#endif
