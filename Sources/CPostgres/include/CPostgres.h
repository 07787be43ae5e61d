/// The part of libpq's C interface that this project uses. The library is opened by its name when it is first needed, so that
/// neither libpq-fe.h nor a -dev package is needed to build, and a run without PostgreSQL does not load it.
/// Signatures and values: https://www.postgresql.org/docs/current/libpq.html (version 14 and later).
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct CPostgresConnection CPostgresConnection;
typedef struct CPostgresResult CPostgresResult;

/// Loads libpq; the first call does the work, later calls repeat its result. Null on success, else what the dynamic linker
/// says. The other functions may be called only after a success.
const char *_Nullable cpostgres_open(void);

/// The version of libpq, such as 150004 for 15.4; 0 where it cannot be opened. Also of one that is too old for the others.
int cpostgres_library_version(void);

// ConnStatusType
#define CPOSTGRES_CONNECTION_OK 0

// ExecStatusType
#define CPOSTGRES_EMPTY_QUERY 0
#define CPOSTGRES_COMMAND_OK 1
#define CPOSTGRES_TUPLES_OK 2
#define CPOSTGRES_PIPELINE_SYNC 10
#define CPOSTGRES_PIPELINE_ABORTED 11

// PGTransactionStatusType
#define CPOSTGRES_IN_TRANSACTION 2

// Types of values: pg_type.dat
#define CPOSTGRES_BOOL 16
#define CPOSTGRES_BYTEA 17
#define CPOSTGRES_INT8 20
#define CPOSTGRES_INT2 21
#define CPOSTGRES_INT4 23
#define CPOSTGRES_TEXT 25
#define CPOSTGRES_NUMERIC 1700

// Fields of an error: postgres_ext.h
#define CPOSTGRES_SQLSTATE 'C'
#define CPOSTGRES_MESSAGE_PRIMARY 'M'

/// Whether an address can be read as one.
int cpostgres_parses(const char *address);
/// Connects, which blocks for as long as `connect_timeout` allows. Null without memory.
CPostgresConnection *_Nullable cpostgres_connect(
    const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values);
/// Connects once more after a failure, so that the error of a second one has the SQLSTATE of the server: it stands between the severity
/// and the message. libpq gives it in no other way.
CPostgresConnection *_Nullable cpostgres_connect_again(
    const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int milliseconds);
/// Whether libpq has ended the second connection: its service, its password, what the server has answered, or its certificate. Else the
/// server was not reached, or has ended it.
int cpostgres_is_refused(const CPostgresConnection *connection);
void cpostgres_finish(CPostgresConnection *connection);
int cpostgres_status(const CPostgresConnection *connection);
int cpostgres_transaction_status(const CPostgresConnection *connection);
int cpostgres_server_version(const CPostgresConnection *connection);
const char *_Nullable cpostgres_parameter(const CPostgresConnection *connection, const char *name);
const char *cpostgres_error_message(const CPostgresConnection *connection);
int cpostgres_socket(const CPostgresConnection *connection);
/// The process of the server that the connection was told.
int cpostgres_process(const CPostgresConnection *connection);
/// How many warnings the server has sent. A commit with one may not be on its standby.
int cpostgres_warnings(const CPostgresConnection *connection);

// Sending: 1 on success. A format of 1 is binary; results are.
int cpostgres_send_query(CPostgresConnection *connection, const char *query);
int cpostgres_send_prepare(
    CPostgresConnection *connection, const char *name, const char *query, int count, const uint32_t *types);
int cpostgres_send_prepared(
    CPostgresConnection *connection, const char *name, int count, const char *_Nullable const *_Nullable values,
    const int *_Nullable lengths, const int *_Nullable formats);
int cpostgres_send_parameters(
    CPostgresConnection *connection, const char *query, int count, const uint32_t *types,
    const char *_Nullable const *_Nullable values, const int *_Nullable lengths, const int *_Nullable formats);

// Several statements on their way at once (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html): 1 on success.
int cpostgres_enter_pipeline(CPostgresConnection *connection);
/// Fails while results are outstanding.
int cpostgres_exit_pipeline(CPostgresConnection *connection);
/// Ends what is sent together: after an error the server skips the statements up to here.
int cpostgres_pipeline_sync(CPostgresConnection *connection);

// Receiving.
int cpostgres_set_nonblocking(CPostgresConnection *connection);
int cpostgres_flush(CPostgresConnection *connection);
int cpostgres_consume(CPostgresConnection *connection);
int cpostgres_is_busy(CPostgresConnection *connection);
CPostgresResult *_Nullable cpostgres_result(CPostgresConnection *connection);
/// Asks the server to end the present statement, over a connection and in a thread of its own.
void cpostgres_cancel(CPostgresConnection *connection);

// Results.
void cpostgres_clear(CPostgresResult *result);
int cpostgres_result_status(const CPostgresResult *result);
const char *_Nullable cpostgres_result_error(const CPostgresResult *result, int field);
int cpostgres_rows(const CPostgresResult *result);
int cpostgres_columns(const CPostgresResult *result);
uint32_t cpostgres_column_type(const CPostgresResult *result, int column);
/// The table of a column, as pg_class.oid; 0 for an expression.
uint32_t cpostgres_column_table(const CPostgresResult *result, int column);
/// The number of a column in its table, from 1.
int cpostgres_column_number(const CPostgresResult *result, int column);
int cpostgres_is_null(const CPostgresResult *result, int row, int column);
const uint8_t *cpostgres_value(const CPostgresResult *result, int row, int column);
int cpostgres_length(const CPostgresResult *result, int row, int column);
/// How many rows a statement has changed, in decimal digits; empty for others.
const char *cpostgres_changes(CPostgresResult *result);

#pragma clang assume_nonnull end

#endif
