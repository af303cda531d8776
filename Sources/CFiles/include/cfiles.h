// What the system knows of files and Swift's module of the C library leaves out: C scalars only.

#ifndef CFILES_H
#define CFILES_H

#include <stdint.h>

/// When, as what and whose a file was made.
typedef struct {
  uint64_t inode;
  int64_t seconds;
  uint32_t nanoseconds;
  uint32_t owner;
} cfiles_birth;

/// Finds the birth of an open file; 0, or an error number: ENOTSUP where the file system keeps none.
int cfiles_birth_of(int descriptor, cfiles_birth *_Nonnull birth);

/// The flag with which open(2) makes a file without a name in a folder; 0 where there is none.
int cfiles_nameless(void);

/// Gives a file a new name; 0, or an error number: EEXIST when something has the name, ENOTSUP where the
/// file system has no call for both.
int cfiles_move_new(const char *_Nonnull from, const char *_Nonnull to);

/// Lets two files trade their names in one step; 0, or an error number: ENOTSUP as above.
int cfiles_swap(const char *_Nonnull one, const char *_Nonnull other);

#endif
