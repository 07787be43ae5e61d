#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#ifdef __linux__

// curl/curl.h and curl/multi.h
enum {
  GLOBAL_DEFAULT = 3,
  MSG_DONE = 1,
  SOCKET_BAD = -1,
  OPT_WRITEDATA = 10001,
  OPT_READDATA = 10009,
  OPT_ERRORBUFFER = 10010,
  OPT_HEADERDATA = 10029,
  OPT_NOPROGRESS = 43,
  OPT_XFERINFODATA = 10057,
  OPT_OPENSOCKETDATA = 10164,
  OPT_SEEKDATA = 10168,
  OPT_WRITEFUNCTION = 20011,
  OPT_READFUNCTION = 20012,
  OPT_HEADERFUNCTION = 20079,
  OPT_OPENSOCKETFUNCTION = 20163,
  OPT_SEEKFUNCTION = 20167,
  OPT_XFERINFOFUNCTION = 20219,
};

struct waitfd {
  int fd;
  short events;
  short revents;
};
enum { WAIT_POLLIN = 1 };

struct message {
  int kind;
  CCurlEasy *easy;
  union {
    void *whatever;
    int result;
  } data;
};

struct socket_address {
  int family;
  int type;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

static struct {
  int (*global_init)(long);
  CCurlEasy *(*easy_init)(void);
  void (*easy_cleanup)(CCurlEasy *);
  int (*easy_setopt)(CCurlEasy *, int, ...);
  int (*easy_getinfo)(CCurlEasy *, int, ...);
  const char *(*easy_strerror)(int);
  CCurlList *(*slist_append)(CCurlList *, const char *);
  void (*slist_free_all)(CCurlList *);
  CCurlMulti *(*multi_init)(void);
  int (*multi_cleanup)(CCurlMulti *);
  int (*multi_add_handle)(CCurlMulti *, CCurlEasy *);
  int (*multi_remove_handle)(CCurlMulti *, CCurlEasy *);
  int (*multi_perform)(CCurlMulti *, int *);
  int (*multi_poll)(CCurlMulti *, struct waitfd *, unsigned int, int, int *);
  struct message *(*multi_info_read)(CCurlMulti *, int *);
} curl;

static const char *failure;

static void load_library(void) {
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    failure = dlerror();
    if (!failure) failure = "libcurl.so.4 cannot be opened";
    return;
  }
  const struct {
    void *function;
    const char *name;
  } functions[] = {
      {&curl.global_init, "curl_global_init"},
      {&curl.easy_init, "curl_easy_init"},
      {&curl.easy_cleanup, "curl_easy_cleanup"},
      {&curl.easy_setopt, "curl_easy_setopt"},
      {&curl.easy_getinfo, "curl_easy_getinfo"},
      {&curl.easy_strerror, "curl_easy_strerror"},
      {&curl.slist_append, "curl_slist_append"},
      {&curl.slist_free_all, "curl_slist_free_all"},
      {&curl.multi_init, "curl_multi_init"},
      {&curl.multi_cleanup, "curl_multi_cleanup"},
      {&curl.multi_add_handle, "curl_multi_add_handle"},
      {&curl.multi_remove_handle, "curl_multi_remove_handle"},
      {&curl.multi_perform, "curl_multi_perform"},
      {&curl.multi_poll, "curl_multi_poll"},
      {&curl.multi_info_read, "curl_multi_info_read"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    // POSIX's way to make a function pointer of dlsym's result.
    *(void **)functions[i].function = dlsym(library, functions[i].name);
    if (!*(void **)functions[i].function) {
      failure = dlerror();
      if (!failure) failure = functions[i].name;
      return;
    }
  }
}

void ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
}

static void initialize_library(void) {
  if (failure) return;
  int code = curl.global_init(GLOBAL_DEFAULT);
  if (code != CCURL_OK) failure = curl.easy_strerror(code);
}

const char *ccurl_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  ccurl_load();
  pthread_once(&once, initialize_library);
  return failure;
}

CCurlEasy *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(CCurlEasy *easy) { curl.easy_cleanup(easy); }

// Called by libcurl in place of socket(2).
static int open_socket(void *context, int purpose, struct socket_address *address) {
  (void)purpose;
  CCurlCallbacks *callbacks = context;
  if (!callbacks->permits(callbacks->context, &address->address)) return SOCKET_BAD;
  return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

void ccurl_easy_observe(CCurlEasy *easy, CCurlCallbacks *callbacks, char *message) {
  void *context = callbacks->context;
  curl.easy_setopt(easy, OPT_HEADERFUNCTION, callbacks->receive_header);
  curl.easy_setopt(easy, OPT_HEADERDATA, context);
  curl.easy_setopt(easy, OPT_WRITEFUNCTION, callbacks->receive_body);
  curl.easy_setopt(easy, OPT_WRITEDATA, context);
  curl.easy_setopt(easy, OPT_READFUNCTION, callbacks->send_body);
  curl.easy_setopt(easy, OPT_READDATA, context);
  curl.easy_setopt(easy, OPT_SEEKFUNCTION, callbacks->rewind_body);
  curl.easy_setopt(easy, OPT_SEEKDATA, context);
  curl.easy_setopt(easy, OPT_XFERINFOFUNCTION, callbacks->report_progress);
  curl.easy_setopt(easy, OPT_XFERINFODATA, context);
  curl.easy_setopt(easy, OPT_NOPROGRESS, 0L);
  curl.easy_setopt(easy, OPT_OPENSOCKETFUNCTION, open_socket);
  curl.easy_setopt(easy, OPT_OPENSOCKETDATA, callbacks);
  curl.easy_setopt(easy, OPT_ERRORBUFFER, message);
}

int ccurl_easy_set_long(CCurlEasy *easy, int option, long value) {
  return curl.easy_setopt(easy, option, value);
}

int ccurl_easy_set_size(CCurlEasy *easy, int option, int64_t value) {
  return curl.easy_setopt(easy, option, value);
}

int ccurl_easy_set_text(CCurlEasy *easy, int option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}

int ccurl_easy_set_list(CCurlEasy *easy, int option, CCurlList *value) {
  return curl.easy_setopt(easy, option, value);
}

long ccurl_easy_long(CCurlEasy *easy, int info) {
  long value = 0;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

int64_t ccurl_easy_size(CCurlEasy *easy, int info) {
  int64_t value = 0;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

const char *ccurl_easy_strerror(int code) { return curl.easy_strerror(code); }

CCurlList *ccurl_list_append(CCurlList *list, const char *text) { return curl.slist_append(list, text); }
void ccurl_list_free(CCurlList *list) { curl.slist_free_all(list); }

CCurlMulti *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(CCurlMulti *multi) { curl.multi_cleanup(multi); }
int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy) { return curl.multi_add_handle(multi, easy); }
int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy) { return curl.multi_remove_handle(multi, easy); }

int ccurl_multi_perform(CCurlMulti *multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}

int ccurl_multi_poll(CCurlMulti *multi, int descriptor, int milliseconds) {
  struct waitfd wake = {descriptor, WAIT_POLLIN, 0};
  return curl.multi_poll(multi, &wake, 1, milliseconds, NULL);
}

CCurlEasy *ccurl_multi_next_ended(CCurlMulti *multi, int *code) {
  int left = 0;
  struct message *message;
  while ((message = curl.multi_info_read(multi, &left))) {
    if (message->kind != MSG_DONE) continue;
    *code = message->data.result;
    return message->easy;
  }
  return NULL;
}

#endif
