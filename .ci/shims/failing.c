// Makes the Nth system call of a process that has to do with files fail, or ends the process there.
//
//   cc -O2 -shared -fPIC -o failing.so failing.c -ldl
//   FAIL_AT=7 FAIL_WITH=ENOSPC FAIL_COUNT=/tmp/count LD_PRELOAD=./failing.so vcard …
//
// FAIL_AT     which call, counted from 1; 0 only counts them
// FAIL_WITH   ENOSPC, EIO, EROFS, ENOENT, EMFILE: it fails with that
//             EINTR: it is interrupted before it did anything, which a program tries again
//             SHORT: of a write half the octets arrive
//             KILL:  the process is killed before it, as by kill -9
//             INT, TERM, HUP: the process is asked to end before it, and goes on until it hears of that
// FAIL_ALL    set: every later call that can fail so fails, too, as on a disk that stays full
// FAIL_COUNT  the file that receives how many calls there were, and what the Nth was
//
// Counted are the calls of the process itself and of the libraries that it is linked with, not those of
// the loader. Children do not count: the shim leaves their environment alone, but FAIL_AT is taken out.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long failing_at;
static int failing_with;
static int is_short, is_kill, ending_signal, fails_on;
static char count_path[4096];
static atomic_long calls;
static char failed[64];

static long raw(long number, long a, long b, long c, long d) { return syscall(number, a, b, c, d); }

static void tell(void) {
  if (!count_path[0]) return;
  char text[128];
  int length = snprintf(text, sizeof text, "%ld %s\n", (long)calls, failed);
  long file = raw(SYS_openat, AT_FDCWD, (long)count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  raw(SYS_write, file, (long)text, length, 0);
  raw(SYS_close, file, 0, 0, 0);
}

static int number_of(const char *name) {
  if (!strcmp(name, "ENOSPC")) return ENOSPC;
  if (!strcmp(name, "EIO")) return EIO;
  if (!strcmp(name, "EROFS")) return EROFS;
  if (!strcmp(name, "ENOENT")) return ENOENT;
  if (!strcmp(name, "EMFILE")) return EMFILE;
  if (!strcmp(name, "EINTR")) return EINTR;
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("FAIL_AT"), *with = getenv("FAIL_WITH"), *count = getenv("FAIL_COUNT");
  failing_at = at ? atol(at) : 0;
  is_short = with && !strcmp(with, "SHORT");
  is_kill = with && !strcmp(with, "KILL");
  ending_signal = !with ? 0 : !strcmp(with, "INT") ? SIGINT : !strcmp(with, "TERM") ? SIGTERM
      : !strcmp(with, "HUP") ? SIGHUP : 0;
  failing_with = with ? number_of(with) : 0;
  fails_on = getenv("FAIL_ALL") != NULL;
  if (count) strncpy(count_path, count, sizeof count_path - 1);
  unsetenv("FAIL_AT");
  unsetenv("FAIL_COUNT");
}

__attribute__((destructor)) static void end(void) { tell(); }

// Which errors a call can end with besides EIO and EINTR.
enum { READS = 1, MAKES = 2, WRITES = 4, SLOW = 8 };

/// Counts a call; whether it is to fail, with errno set.
static int fails(const char *name, int kind) {
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (failing_at == 0 || number < failing_at || (number > failing_at && !fails_on)) return 0;
  if (is_short) return 0;
  if (is_kill) {
    snprintf(failed, sizeof failed, "%s", name);
    tell();
    raw(SYS_kill, raw(SYS_getpid, 0, 0, 0, 0), SIGKILL, 0, 0);
  }
  if (ending_signal) {
    if (number == failing_at) {
      snprintf(failed, sizeof failed, "%s", name);
      tell();
      raw(SYS_kill, raw(SYS_getpid, 0, 0, 0, 0), ending_signal, 0, 0);
    }
    return 0;
  }
  switch (failing_with) {
  case ENOSPC:
    if (!(kind & (MAKES | WRITES))) return 0;
    break;
  case EROFS:
    if (!(kind & MAKES)) return 0;
    break;
  case ENOENT:
    if (!(kind & (MAKES | READS))) return 0;
    break;
  case EMFILE:
    if (strncmp(name, "open", 4)) return 0;
    break;
  case EINTR:
    // read(2), write(2), open(2), flock(2), fcntl(2): those that wait. close(2) is not tried again.
    if (!(kind & SLOW)) return 0;
    break;
  }
  if (!failed[0]) snprintf(failed, sizeof failed, "%s", name);
  errno = failing_with;
  return 1;
}

/// How much of a write arrives.
static size_t arriving(size_t count) {
  return is_short && failing_at && atomic_load(&calls) >= failing_at
          && (fails_on || atomic_load(&calls) == failing_at) && count > 1
      ? count / 2 : count;
}

#define NEXT(name) \
  static __typeof__(name) *next; \
  if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int makes(int flags) { return flags & O_CREAT ? MAKES | READS | SLOW : READS | SLOW; }

static mode_t mode_of(int flags, va_list list) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    NEXT(name); \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    return fails(#name, makes(flags)) ? -1 : next(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    NEXT(name); \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    return fails(#name, makes(flags)) ? -1 : next(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

#define CALL(result, error, name, kind, parameters, arguments) \
  result name parameters { \
    NEXT(name); \
    return fails(#name, kind) ? error : next arguments; \
  }
CALL(ssize_t, -1, read, READS | SLOW, (int file, void *to, size_t count), (file, to, count))
CALL(ssize_t, -1, pread, READS | SLOW, (int file, void *to, size_t count, off_t at), (file, to, count, at))
CALL(ssize_t, -1, pread64, READS | SLOW, (int file, void *to, size_t count, off64_t at),
     (file, to, count, at))
CALL(ssize_t, -1, write, WRITES | SLOW, (int file, const void *from, size_t count),
     (file, from, arriving(count)))
CALL(ssize_t, -1, pwrite, WRITES | SLOW, (int file, const void *from, size_t count, off_t at),
     (file, from, arriving(count), at))
CALL(ssize_t, -1, pwrite64, WRITES | SLOW, (int file, const void *from, size_t count, off64_t at),
     (file, from, arriving(count), at))
CALL(int, -1, fsync, WRITES, (int file), (file))
CALL(int, -1, fdatasync, WRITES, (int file), (file))
CALL(int, -1, syncfs, WRITES, (int file), (file))
CALL(int, -1, ftruncate, WRITES | SLOW, (int file, off_t size), (file, size))
CALL(int, -1, ftruncate64, WRITES | SLOW, (int file, off64_t size), (file, size))
CALL(int, -1, rename, MAKES, (const char *from, const char *to), (from, to))
CALL(int, -1, renameat, MAKES, (int f, const char *from, int t, const char *to), (f, from, t, to))
CALL(int, -1, renameat2, MAKES, (int f, const char *from, int t, const char *to, unsigned flags),
     (f, from, t, to, flags))
CALL(int, -1, link, MAKES, (const char *from, const char *to), (from, to))
CALL(int, -1, linkat, MAKES, (int f, const char *from, int t, const char *to, int flags),
     (f, from, t, to, flags))
// A file that is said to be gone is gone: nobody can tell that it is not.
CALL(int, -1, unlink, 0, (const char *path), (path))
CALL(int, -1, unlinkat, 0, (int folder, const char *path, int flags), (folder, path, flags))
CALL(int, -1, mkdir, MAKES, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, rmdir, 0, (const char *path), (path))
CALL(int, -1, fchmod, WRITES, (int file, mode_t mode), (file, mode))
CALL(int, -1, flock, SLOW, (int file, int operation), (file, operation))
CALL(DIR *, NULL, opendir, READS, (const char *path), (path))
CALL(DIR *, NULL, fdopendir, READS, (int file), (file))

int close(int file) {
  NEXT(close);
  // The descriptor is gone even where closing fails, close(2).
  if (fails("close", WRITES)) {
    int error = errno;
    next(file);
    errno = error;
    return -1;
  }
  return next(file);
}
