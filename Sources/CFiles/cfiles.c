#define _GNU_SOURCE
#include "cfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#ifdef __linux__

int cfiles_birth_of(int descriptor, cfiles_birth *birth) {
  struct statx status;
  // statx(2): what the file system does not keep is missing in the mask.
  const unsigned wanted = STATX_BTIME | STATX_INO | STATX_UID;
  if (statx(descriptor, "", AT_EMPTY_PATH, wanted, &status) != 0) {
    return errno == ENOSYS ? ENOTSUP : errno;
  }
  if ((status.stx_mask & wanted) != wanted) {
    return ENOTSUP;
  }
  birth->inode = status.stx_ino;
  birth->seconds = status.stx_btime.tv_sec;
  birth->nanoseconds = status.stx_btime.tv_nsec;
  birth->owner = status.stx_uid;
  return 0;
}

int cfiles_nameless(void) { return O_TMPFILE; }

static int move(const char *from, const char *to, unsigned flags) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) == 0) {
    return 0;
  }
  // renameat2(2): not every kernel and file system can.
  return errno == EINVAL || errno == ENOSYS ? ENOTSUP : errno;
}

int cfiles_move_new(const char *from, const char *to) { return move(from, to, RENAME_NOREPLACE); }

int cfiles_swap(const char *one, const char *other) { return move(one, other, RENAME_EXCHANGE); }

#else

int cfiles_nameless(void) { return 0; }

int cfiles_birth_of(int descriptor, cfiles_birth *birth) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    return errno;
  }
  birth->inode = status.st_ino;
  birth->seconds = status.st_birthtimespec.tv_sec;
  birth->nanoseconds = (uint32_t)status.st_birthtimespec.tv_nsec;
  birth->owner = status.st_uid;
  return 0;
}

int cfiles_move_new(const char *from, const char *to) {
  return renamex_np(from, to, RENAME_EXCL) == 0 ? 0 : errno;
}

int cfiles_swap(const char *one, const char *other) {
  return renamex_np(one, other, RENAME_SWAP) == 0 ? 0 : errno;
}

#endif
