/// libcrypt's password hashing (crypt(3), crypt_gensalt(3)), declared here so that no -dev package is needed.
#ifndef CCRYPT_H
#define CCRYPT_H

#ifdef __linux__
/// Hashes `phrase` by `setting`; `*data` is scratch memory that it allocates and the caller frees.
/// Null when the setting is not one that this libcrypt knows.
char *crypt_ra(const char *phrase, const char *setting, void **data, int *size);

/// A setting with a fresh random salt, to be freed by the caller; null when `prefix` is not known.
char *crypt_gensalt_ra(const char *prefix, unsigned long count, const char *random, int length);
#endif

#endif
