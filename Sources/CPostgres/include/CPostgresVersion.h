#ifndef CPOSTGRES_VERSION_H
#define CPOSTGRES_VERSION_H

/// The version of libpq, such as 150004 for 15.4; 0 where it cannot be opened.
int cpostgres_library_version(void);

#endif
