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

#endif
