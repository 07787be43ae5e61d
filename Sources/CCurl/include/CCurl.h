/// The part of libcurl's C interface that this project uses. The library is opened by its name when it is first needed,
/// so that neither curl/curl.h nor a -dev package is needed to build, and a run without a network does not load it.
/// Signatures and values: https://curl.se/libcurl/c/ (stable since 7.66, which added curl_multi_poll).
#ifndef CCURL_H
#define CCURL_H

#include <stdint.h>
#include <sys/socket.h>

#pragma clang assume_nonnull begin

typedef struct CCurlEasy CCurlEasy;
typedef struct CCurlMulti CCurlMulti;
typedef struct CCurlList CCurlList;

/// Loads libcurl with the libraries that it needs, which takes milliseconds, and runs none of its code but constructors.
/// Does nothing the second time. `ccurl_open` reports a failure.
void ccurl_load(void);

/// Loads and initializes libcurl; the first call does the work, later calls repeat its result. Null on success, else what
/// the dynamic linker says. The other functions may be called only after a success.
const char *_Nullable ccurl_open(void);

// CURLcode, curl/curl.h
#define CCURL_OK 0
#define CCURL_UNSUPPORTED_PROTOCOL 1
#define CCURL_URL_MALFORMAT 3
#define CCURL_COULDNT_RESOLVE_PROXY 5
#define CCURL_COULDNT_RESOLVE_HOST 6
#define CCURL_COULDNT_CONNECT 7
#define CCURL_WEIRD_SERVER_REPLY 8
#define CCURL_HTTP2 16
#define CCURL_PARTIAL_FILE 18
#define CCURL_WRITE_ERROR 23
#define CCURL_OUT_OF_MEMORY 27
#define CCURL_OPERATION_TIMEDOUT 28
#define CCURL_SSL_CONNECT_ERROR 35
#define CCURL_GOT_NOTHING 52
#define CCURL_SEND_ERROR 55
#define CCURL_RECV_ERROR 56
#define CCURL_SSL_CIPHER 59
#define CCURL_PEER_FAILED_VERIFICATION 60
#define CCURL_BAD_CONTENT_ENCODING 61
#define CCURL_SSL_CACERT_BADFILE 77
#define CCURL_SSL_ISSUER_ERROR 83
#define CCURL_HTTP2_STREAM 92
#define CCURL_PROXY 97
#define CCURL_TOO_LARGE 100

// CURLoption
#define CCURL_UPLOAD 46
#define CCURL_NOBODY 44
#define CCURL_HTTPHEADER 10023
#define CCURL_CUSTOMREQUEST 10036
#define CCURL_URL 10002
#define CCURL_PROXY_URL 10004
#define CCURL_CAINFO 10065
#define CCURL_CAPATH 10097
#define CCURL_HTTP_VERSION 84
#define CCURL_NOSIGNAL 99
#define CCURL_FRESH_CONNECT 74
#define CCURL_ACCEPT_ENCODING 10102
#define CCURL_INFILESIZE 30115
#define CCURL_CONNECTTIMEOUT_MS 156
#define CCURL_NOPROXY 10177
#define CCURL_PROTOCOLS 181
#define CCURL_UNIX_SOCKET_PATH 10231
#define CCURL_PATH_AS_IS 234
#define CCURL_SUPPRESS_CONNECT_HEADERS 265
#define CCURL_UPLOAD_BUFFERSIZE 280
#define CCURL_BUFFERSIZE 98
#define CCURL_QUICK_EXIT 322

#define CCURL_HTTP_AND_HTTPS 3L
#define CCURL_HTTP_VERSION_2TLS 4L

// CURLINFO
#define CCURL_SSL_VERIFYRESULT 0x20000d
#define CCURL_OS_ERRNO 0x200019
#define CCURL_PRETRANSFER_TIME 0x600035
#define CCURL_SIZE_DOWNLOAD 0x600008

/// The result of a read callback that ends the transfer (CURL_READFUNC_ABORT).
#define CCURL_READ_ABORT 0x10000000

/// The callbacks of one transfer; each gets `context`.
typedef struct {
  /// Bytes of a header line with its line end; returns the number taken, less to end the transfer.
  size_t (*receive_header)(const char *bytes, size_t size, size_t count, void *context);
  /// Bytes of the contents, after decompression.
  size_t (*receive_body)(const char *bytes, size_t size, size_t count, void *context);
  /// Fills a buffer with the next bytes of the request's body; 0 at the end.
  size_t (*send_body)(char *buffer, size_t size, size_t count, void *context);
  /// Starts the body again at `offset`; 0 on success.
  int (*rewind_body)(void *context, int64_t offset, int origin);
  /// Bytes received and sent so far; 0 to go on.
  int (*report_progress)(void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
  /// Whether a connection to the address may be opened.
  int (*permits)(void *context, const struct sockaddr *address);
  void *context;
} CCurlCallbacks;

/// CURL_ERROR_SIZE.
#define CCURL_ERROR_SIZE 256

CCurlEasy *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CCurlEasy *easy);
/// Installs the callbacks; `*callbacks` and `message` (CCURL_ERROR_SIZE bytes) must outlive the transfer.
void ccurl_easy_observe(CCurlEasy *easy, CCurlCallbacks *callbacks, char *message);
int ccurl_easy_set_long(CCurlEasy *easy, int option, long value);
int ccurl_easy_set_size(CCurlEasy *easy, int option, int64_t value);
/// libcurl copies the text.
int ccurl_easy_set_text(CCurlEasy *easy, int option, const char *value);
/// The list must outlive the transfer.
int ccurl_easy_set_list(CCurlEasy *easy, int option, CCurlList *_Nullable value);
long ccurl_easy_long(CCurlEasy *easy, int info);
int64_t ccurl_easy_size(CCurlEasy *easy, int info);
const char *ccurl_easy_strerror(int code);

/// Appends a copy of the text to a list, which may be null; null when there is no memory.
CCurlList *_Nullable ccurl_list_append(CCurlList *_Nullable list, const char *text);
void ccurl_list_free(CCurlList *_Nullable list);

CCurlMulti *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CCurlMulti *multi);
int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy);
int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy);
/// Does what can be done without waiting.
int ccurl_multi_perform(CCurlMulti *multi);
/// Waits until a connection is ready, `descriptor` is readable or the time is over.
int ccurl_multi_poll(CCurlMulti *multi, int descriptor, int milliseconds);
/// The next transfer that has ended, with its CURLcode; null if there is none.
CCurlEasy *_Nullable ccurl_multi_next_ended(CCurlMulti *multi, int *code);

#pragma clang assume_nonnull end

#endif
