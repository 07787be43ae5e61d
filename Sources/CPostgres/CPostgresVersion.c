#include "CPostgresVersion.h"

#include <dlfcn.h>
#include <stddef.h>

int cpostgres_library_version(void) {
#ifdef __APPLE__
  const char *names[] = {"libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", NULL};
#else
  const char *names[] = {"libpq.so.5", NULL};
#endif
  void *library = NULL;
  for (int i = 0; names[i] && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  int (*version)(void) = NULL;
  if (library) *(void **)&version = dlsym(library, "PQlibVersion");
  return version ? version() : 0;
}
