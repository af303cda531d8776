/* Gives a program that ThreadSanitizer watches its TMPDIR back. The watcher itself keeps a file of 512 KiB
   there from before the program begins, and ends with a bus error where files may not grow as long
   (`ulimit -f`): so it is told of a folder that is not there, and does without. */
#include <stdlib.h>

__attribute__((constructor)) static void give_back(void) {
  const char *meant = getenv("WATCHED_TMPDIR");
  if (!meant) return;
  if (*meant)
    setenv("TMPDIR", meant, 1);
  else
    unsetenv("TMPDIR");
  unsetenv("WATCHED_TMPDIR");
}
