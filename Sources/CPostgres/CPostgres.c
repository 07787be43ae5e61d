#include "CPostgres.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

typedef struct PGconn PGconn;
typedef struct PGresult PGresult;
typedef struct PGcancel PGcancel;
struct PGoptions;

static struct {
  struct PGoptions *(*parse)(const char *, char **);
  void (*free_options)(struct PGoptions *);
  void (*free_memory)(void *);
  PGconn *(*connectdb)(const char *const *, const char *const *, int);
  PGconn *(*connect_start)(const char *const *, const char *const *, int);
  int (*connect_poll)(PGconn *);
  int (*set_verbosity)(PGconn *, int);
  int (*needs_password)(const PGconn *);
  char *(*user)(const PGconn *);
  void (*finish)(PGconn *);
  int (*status)(const PGconn *);
  int (*transaction_status)(const PGconn *);
  int (*server_version)(const PGconn *);
  const char *(*parameter)(const PGconn *, const char *);
  char *(*error_message)(const PGconn *);
  int (*socket)(const PGconn *);
  int (*process)(const PGconn *);
  void (*(*set_notice_processor)(PGconn *, void (*)(void *, const char *), void *))(void *, const char *);
  int (*send_query)(PGconn *, const char *);
  int (*send_prepare)(PGconn *, const char *, const char *, int, const uint32_t *);
  int (*send_prepared)(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
  int (*send_parameters)(
      PGconn *, const char *, int, const uint32_t *, const char *const *, const int *, const int *, int);
  int (*set_nonblocking)(PGconn *, int);
  int (*enter_pipeline)(PGconn *);
  int (*exit_pipeline)(PGconn *);
  int (*pipeline_sync)(PGconn *);
  int (*flush)(PGconn *);
  int (*consume)(PGconn *);
  int (*is_busy)(PGconn *);
  PGresult *(*result)(PGconn *);
  PGcancel *(*get_cancel)(PGconn *);
  int (*cancel)(PGcancel *, char *, int);
  void (*free_cancel)(PGcancel *);
  void (*clear)(PGresult *);
  int (*result_status)(const PGresult *);
  char *(*result_error)(const PGresult *, int);
  int (*rows)(const PGresult *);
  int (*columns)(const PGresult *);
  uint32_t (*column_type)(const PGresult *, int);
  uint32_t (*column_table)(const PGresult *, int);
  int (*column_number)(const PGresult *, int);
  int (*is_null)(const PGresult *, int, int);
  char *(*value)(const PGresult *, int, int);
  int (*length)(const PGresult *, int, int);
  char *(*changes)(PGresult *);
} pq;

static const char *failure;

static void *open_library(void) {
#ifdef __APPLE__
  const char *names[] = {"libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", NULL};
#else
  const char *names[] = {"libpq.so.5", NULL};
#endif
  void *library = NULL;
  for (int i = 0; names[i] && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  return library;
}

int cpostgres_library_version(void) {
  void *library = open_library();
  int (*version)(void) = NULL;
  if (library) *(void **)&version = dlsym(library, "PQlibVersion");
  return version ? version() : 0;
}

static void load_library(void) {
  void *library = open_library();
  if (!library) {
    failure = dlerror();
    if (!failure) failure = "libpq.so.5 cannot be opened";
    return;
  }
  const struct {
    void *function;
    const char *name;
  } functions[] = {
      {&pq.parse, "PQconninfoParse"},
      {&pq.free_options, "PQconninfoFree"},
      {&pq.free_memory, "PQfreemem"},
      {&pq.connectdb, "PQconnectdbParams"},
      {&pq.connect_start, "PQconnectStartParams"},
      {&pq.connect_poll, "PQconnectPoll"},
      {&pq.set_verbosity, "PQsetErrorVerbosity"},
      {&pq.needs_password, "PQconnectionNeedsPassword"},
      {&pq.user, "PQuser"},
      {&pq.finish, "PQfinish"},
      {&pq.status, "PQstatus"},
      {&pq.transaction_status, "PQtransactionStatus"},
      {&pq.server_version, "PQserverVersion"},
      {&pq.parameter, "PQparameterStatus"},
      {&pq.error_message, "PQerrorMessage"},
      {&pq.socket, "PQsocket"},
      {&pq.process, "PQbackendPID"},
      {&pq.set_notice_processor, "PQsetNoticeProcessor"},
      {&pq.send_query, "PQsendQuery"},
      {&pq.send_prepare, "PQsendPrepare"},
      {&pq.send_prepared, "PQsendQueryPrepared"},
      {&pq.send_parameters, "PQsendQueryParams"},
      {&pq.set_nonblocking, "PQsetnonblocking"},
      {&pq.enter_pipeline, "PQenterPipelineMode"},
      {&pq.exit_pipeline, "PQexitPipelineMode"},
      {&pq.pipeline_sync, "PQpipelineSync"},
      {&pq.flush, "PQflush"},
      {&pq.consume, "PQconsumeInput"},
      {&pq.is_busy, "PQisBusy"},
      {&pq.result, "PQgetResult"},
      {&pq.get_cancel, "PQgetCancel"},
      {&pq.cancel, "PQcancel"},
      {&pq.free_cancel, "PQfreeCancel"},
      {&pq.clear, "PQclear"},
      {&pq.result_status, "PQresultStatus"},
      {&pq.result_error, "PQresultErrorField"},
      {&pq.rows, "PQntuples"},
      {&pq.columns, "PQnfields"},
      {&pq.column_type, "PQftype"},
      {&pq.column_table, "PQftable"},
      {&pq.column_number, "PQftablecol"},
      {&pq.is_null, "PQgetisnull"},
      {&pq.value, "PQgetvalue"},
      {&pq.length, "PQgetlength"},
      {&pq.changes, "PQcmdTuples"},
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

const char *cpostgres_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return failure;
}

// A connection with what its notices add to.
struct CPostgresConnection {
  PGconn *handle;
  int warnings;
  int is_refused;
};

static void note(void *context, const char *message) {
  CPostgresConnection *connection = context;
  if (strncmp(message, "WARNING", 7) == 0) connection->warnings++;
}

int cpostgres_parses(const char *address) {
  char *message = NULL;
  struct PGoptions *options = pq.parse(address, &message);
  pq.free_memory(message);
  pq.free_options(options);
  return options != NULL;
}

CPostgresConnection *cpostgres_connect(const char *const *keywords, const char *const *values) {
  CPostgresConnection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->handle = pq.connectdb(keywords, values, 1);
  if (!connection->handle) {
    free(connection);
    return NULL;
  }
  pq.set_notice_processor(connection->handle, note, connection);
  return connection;
}

CPostgresConnection *cpostgres_connect_again(const char *const *keywords, const char *const *values, int milliseconds) {
  enum { FAILED = 0, READING = 1, OK = 3, DEFAULT = 1, VERBOSE = 2 };
  CPostgresConnection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->handle = pq.connect_start(keywords, values, 1);
  if (!connection->handle) {
    free(connection);
    return NULL;
  }
  pq.set_notice_processor(connection->handle, note, connection);
  // Before the server has said anything.
  pq.set_verbosity(connection->handle, VERBOSE);
  struct timespec began, now;
  clock_gettime(CLOCK_MONOTONIC, &began);
  int step = 2;
  while (pq.socket(connection->handle) >= 0 && step != FAILED && step != OK) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = milliseconds - (now.tv_sec - began.tv_sec) * 1000 - (now.tv_nsec - began.tv_nsec) / 1000000;
    struct pollfd socket = {pq.socket(connection->handle), step == READING ? POLLIN : POLLOUT, 0};
    if (left <= 0 || poll(&socket, 1, (int)left) == 0) break;
    char byte;
    int is_answered = step == READING && recv(socket.fd, &byte, 1, MSG_PEEK) > 0;
    step = pq.connect_poll(connection->handle);
    if (step == FAILED) connection->is_refused = is_answered;
  }
  pq.set_verbosity(connection->handle, DEFAULT);
  return connection;
}

int cpostgres_is_refused(const CPostgresConnection *connection) {
  return connection->is_refused || pq.needs_password(connection->handle) || !pq.user(connection->handle);
}

void cpostgres_finish(CPostgresConnection *connection) {
  pq.finish(connection->handle);
  free(connection);
}

int cpostgres_status(const CPostgresConnection *connection) { return pq.status(connection->handle); }
int cpostgres_transaction_status(const CPostgresConnection *connection) {
  return pq.transaction_status(connection->handle);
}
int cpostgres_server_version(const CPostgresConnection *connection) { return pq.server_version(connection->handle); }
const char *cpostgres_parameter(const CPostgresConnection *connection, const char *name) {
  return pq.parameter(connection->handle, name);
}
const char *cpostgres_error_message(const CPostgresConnection *connection) {
  return pq.error_message(connection->handle);
}
int cpostgres_socket(const CPostgresConnection *connection) { return pq.socket(connection->handle); }
int cpostgres_process(const CPostgresConnection *connection) { return pq.process(connection->handle); }
int cpostgres_warnings(const CPostgresConnection *connection) { return connection->warnings; }

int cpostgres_send_query(CPostgresConnection *connection, const char *query) {
  return pq.send_query(connection->handle, query);
}

int cpostgres_send_prepare(
    CPostgresConnection *connection, const char *name, const char *query, int count, const uint32_t *types) {
  return pq.send_prepare(connection->handle, name, query, count, types);
}

int cpostgres_send_prepared(
    CPostgresConnection *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats) {
  return pq.send_prepared(connection->handle, name, count, values, lengths, formats, 1);
}

int cpostgres_send_parameters(
    CPostgresConnection *connection, const char *query, int count, const uint32_t *types, const char *const *values,
    const int *lengths, const int *formats) {
  return pq.send_parameters(connection->handle, query, count, types, values, lengths, formats, 1);
}

int cpostgres_set_nonblocking(CPostgresConnection *connection) { return pq.set_nonblocking(connection->handle, 1); }
int cpostgres_enter_pipeline(CPostgresConnection *connection) { return pq.enter_pipeline(connection->handle); }
int cpostgres_exit_pipeline(CPostgresConnection *connection) { return pq.exit_pipeline(connection->handle); }
int cpostgres_pipeline_sync(CPostgresConnection *connection) { return pq.pipeline_sync(connection->handle); }
int cpostgres_flush(CPostgresConnection *connection) { return pq.flush(connection->handle); }
int cpostgres_consume(CPostgresConnection *connection) { return pq.consume(connection->handle); }
int cpostgres_is_busy(CPostgresConnection *connection) { return pq.is_busy(connection->handle); }
CPostgresResult *cpostgres_result(CPostgresConnection *connection) {
  return (CPostgresResult *)pq.result(connection->handle);
}

// A server that is stopped accepts the connection of a cancellation and never ends it.
static void *cancel(void *context) {
  char message[256];
  pq.cancel(context, message, sizeof message);
  pq.free_cancel(context);
  return NULL;
}

void cpostgres_cancel(CPostgresConnection *connection) {
  pthread_t thread;
  PGcancel *request = pq.get_cancel(connection->handle);
  if (!request) return;
  if (pthread_create(&thread, NULL, cancel, request) != 0) {
    pq.free_cancel(request);
    return;
  }
  pthread_detach(thread);
}

static const PGresult *of(const CPostgresResult *result) { return (const PGresult *)result; }

void cpostgres_clear(CPostgresResult *result) { pq.clear((PGresult *)result); }
int cpostgres_result_status(const CPostgresResult *result) { return pq.result_status(of(result)); }
const char *cpostgres_result_error(const CPostgresResult *result, int field) {
  return pq.result_error(of(result), field);
}
int cpostgres_rows(const CPostgresResult *result) { return pq.rows(of(result)); }
int cpostgres_columns(const CPostgresResult *result) { return pq.columns(of(result)); }
uint32_t cpostgres_column_type(const CPostgresResult *result, int column) {
  return pq.column_type(of(result), column);
}
uint32_t cpostgres_column_table(const CPostgresResult *result, int column) {
  return pq.column_table(of(result), column);
}
int cpostgres_column_number(const CPostgresResult *result, int column) {
  return pq.column_number(of(result), column);
}
int cpostgres_is_null(const CPostgresResult *result, int row, int column) {
  return pq.is_null(of(result), row, column);
}
const uint8_t *cpostgres_value(const CPostgresResult *result, int row, int column) {
  return (const uint8_t *)pq.value(of(result), row, column);
}
int cpostgres_length(const CPostgresResult *result, int row, int column) {
  return pq.length(of(result), row, column);
}
const char *cpostgres_changes(CPostgresResult *result) { return pq.changes((PGresult *)result); }
