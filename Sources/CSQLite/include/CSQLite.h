/// The part of SQLite's C interface that this project uses, declared here so that neither sqlite3.h nor the
/// libsqlite3.so link of a -dev package is needed: the library itself is wherever Swift is, because SwiftPM
/// needs it too. Signatures and values: https://www.sqlite.org/c3ref/intro.html (stable since 3.0).
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_blob sqlite3_blob;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;

#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define SQLITE_PERM 3
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_READONLY 8
#define SQLITE_INTERRUPT 9
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CANTOPEN 14
#define SQLITE_AUTH 23
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

#define SQLITE_CONFIG_MEMSTATUS 9
#define SQLITE_CONFIG_STMTJRNL_SPILL 26

#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_URI 0x00000040
#define SQLITE_OPEN_NOMUTEX 0x00008000

#define SQLITE_UTF8 1
#define SQLITE_DETERMINISTIC 0x00000800
#define SQLITE_DIRECTONLY 0x00080000

#define SQLITE_INTEGER 1
#define SQLITE_TEXT 3
#define SQLITE_NULL 5

#define SQLITE_DBCONFIG_DEFENSIVE 1010
#define SQLITE_DBCONFIG_TRUSTED_SCHEMA 1017

/// SQLITE_TRANSIENT: SQLite copies what is bound before the call returns.
#define CSQLITE_TRANSIENT ((void (*)(void *))(intptr_t)-1)

int sqlite3_open_v2(const char *filename, sqlite3 **db, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *db);
int sqlite3_busy_timeout(sqlite3 *db, int milliseconds);
int sqlite3_exec(sqlite3 *db, const char *sql, void *callback, void *context, char **message);
int sqlite3_extended_errcode(sqlite3 *db);
int sqlite3_extended_result_codes(sqlite3 *db, int on);
const char *sqlite3_errmsg(sqlite3 *db);
int sqlite3_get_autocommit(sqlite3 *db);
int sqlite3_changes(sqlite3 *db);
int64_t sqlite3_last_insert_rowid(sqlite3 *db);

int sqlite3_db_config(sqlite3 *db, int option, ...);
void sqlite3_progress_handler(sqlite3 *db, int instructions, int (*handler)(void *), void *context);

int sqlite3_prepare_v3(
    sqlite3 *db, const char *sql, int length, unsigned int flags, sqlite3_stmt **statement, const char **tail);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_clear_bindings(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);

int sqlite3_bind_null(sqlite3_stmt *statement, int index);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, int64_t value);
int sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *text, int length, void (*destructor)(void *));
int sqlite3_bind_blob64(
    sqlite3_stmt *statement, int index, const void *bytes, uint64_t length, void (*destructor)(void *));

int sqlite3_column_count(sqlite3_stmt *statement);
int sqlite3_column_type(sqlite3_stmt *statement, int index);
int64_t sqlite3_column_int64(sqlite3_stmt *statement, int index);
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int index);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int index);
int sqlite3_column_bytes(sqlite3_stmt *statement, int index);

int sqlite3_create_function_v2(
    sqlite3 *db, const char *name, int arguments, int flags, void *context,
    void (*function)(sqlite3_context *, int, sqlite3_value **), void (*step)(sqlite3_context *, int, sqlite3_value **),
    void (*finish)(sqlite3_context *), void (*destructor)(void *));
void *sqlite3_aggregate_context(sqlite3_context *context, int bytes);
int64_t sqlite3_value_int64(sqlite3_value *value);
void sqlite3_result_int64(sqlite3_context *context, int64_t value);
void sqlite3_result_error_nomem(sqlite3_context *context);

int sqlite3_blob_open(
    sqlite3 *db, const char *database, const char *table, const char *column, int64_t row, int flags,
    sqlite3_blob **blob);
int sqlite3_config(int option, ...);
int sqlite3_blob_bytes(sqlite3_blob *blob);
int sqlite3_blob_read(sqlite3_blob *blob, void *buffer, int count, int offset);
int sqlite3_blob_close(sqlite3_blob *blob);

typedef struct sqlite3_backup sqlite3_backup;
sqlite3_backup *sqlite3_backup_init(sqlite3 *to, const char *name, sqlite3 *from, const char *source);
int sqlite3_backup_step(sqlite3_backup *backup, int pages);
int sqlite3_backup_finish(sqlite3_backup *backup);
int sqlite3_backup_remaining(sqlite3_backup *backup);
int sqlite3_backup_pagecount(sqlite3_backup *backup);

void *sqlite3_malloc64(uint64_t bytes);
void sqlite3_free(void *memory);
unsigned char *sqlite3_serialize(sqlite3 *db, const char *name, int64_t *bytes, unsigned int flags);
/// Takes over the memory, also where it fails, with SQLITE_DESERIALIZE_FREEONCLOSE.
int sqlite3_deserialize(
    sqlite3 *db, const char *name, unsigned char *memory, int64_t bytes, int64_t capacity, unsigned int flags);

#define SQLITE_NOMEM 7
#define SQLITE_DESERIALIZE_FREEONCLOSE 1
#define SQLITE_DESERIALIZE_RESIZEABLE 2

/// Not in every build of the library (https://www.sqlite.org/compile.html#enable_column_metadata).
__attribute__((weak)) const char *sqlite3_column_table_name(sqlite3_stmt *statement, int index);
__attribute__((weak)) const char *sqlite3_column_origin_name(sqlite3_stmt *statement, int index);

/// The table of a column of the result, and its name there; NULL for an expression, and where the library does not tell.
static inline const char *csqlite_column_table(sqlite3_stmt *statement, int index) {
  return sqlite3_column_table_name ? sqlite3_column_table_name(statement, index) : (const char *)0;
}

static inline const char *csqlite_column_origin(sqlite3_stmt *statement, int index) {
  return sqlite3_column_origin_name ? sqlite3_column_origin_name(statement, index) : (const char *)0;
}

/// For a file that another may have made: neither its schema runs functions, nor SQL writes SQLite's own tables
/// (https://www.sqlite.org/security.html).
static inline int csqlite_distrust(sqlite3 *db) {
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  return code == SQLITE_OK ? sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0) : code;
}

/// Lets SQL write the tables of SQLite itself, until `csqlite_distrust`: for a change of the schema that ALTER TABLE has no words
/// for (https://www.sqlite.org/lang_altertable.html#otheralter).
static inline int csqlite_admit_schema(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)0);
}

/// Settings of the library, to be made before its first use: what undoes one statement stays in memory up to 124 KiB, beyond
/// which it is a file for the rest of the transaction, and memory is not counted, for which threads would wait for each other
/// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html). SQLite moves it into the file in one piece, and a piece of
/// 128 KiB or more ends the statement as if the disk were full. Apple's own libraries may use SQLite before.
static inline int csqlite_configure(void) {
#ifdef __APPLE__
  return SQLITE_OK;
#else
  int code = sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 124 << 10);
  return code == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) : code;
#endif
}

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, CSQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, uint64_t length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, CSQLITE_TRANSIENT);
}

#endif
