/* Runs a program and writes what it took into a file, as one JSON object.
 *
 *   measure REPORT COPIES PROGRAM [ARGUMENT…]
 *
 * COPIES run at once; "seconds" ends with the last of them. "peak" is the most memory in octets that
 * one of them held, counted from its exec on: this program is small, so what it was forked from does
 * not show. "instructions" are those in user mode, of all threads; null where the machine does not
 * tell. "status" is the greatest exit code, with 128 and the signal's number for a killed one. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_copies = 64 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static int counter(pid_t process) {
  struct perf_event_attr wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.disabled = 1;
  wanted.enable_on_exec = 1;
  wanted.inherit = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &wanted, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static int fail(const char *what) {
  fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
  return 71;
}

int main(int count, char **words) {
  int copies = count > 3 ? atoi(words[2]) : 0;
  if (copies < 1 || copies > most_copies) {
    fprintf(stderr, "usage: measure REPORT COPIES PROGRAM [ARGUMENT...]\n");
    return 64;
  }
  FILE *report = fopen(words[1], "we");
  if (!report) return fail(words[1]);

  /* Nobody starts before all are there and counted. */
  int gate[2];
  if (pipe(gate) != 0) return fail("pipe");
  pid_t processes[most_copies];
  int counters[most_copies];
  for (int copy = 0; copy < copies; copy++) {
    processes[copy] = fork();
    if (processes[copy] < 0) return fail("fork");
    if (processes[copy] == 0) {
      char byte;
      close(gate[1]);
      while (read(gate[0], &byte, 1) < 0 && errno == EINTR) continue;
      close(gate[0]);
      execvp(words[3], words + 3);
      fail(words[3]);
      _exit(127);
    }
    counters[copy] = counter(processes[copy]);
  }
  close(gate[0]);
  double start = now();
  close(gate[1]);

  int greatest = 0, counted = 1;
  double user = 0, kernel = 0;
  long peak = 0;
  uint64_t instructions = 0;
  for (int left = copies; left > 0; left--) {
    int status;
    struct rusage usage;
    pid_t ended;
    while ((ended = wait4(-1, &status, 0, &usage)) < 0 && errno == EINTR) continue;
    if (ended < 0) return fail("wait");
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code > greatest) greatest = code;
    user += usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6;
    kernel += usage.ru_stime.tv_sec + usage.ru_stime.tv_usec / 1e6;
    if (usage.ru_maxrss > peak) peak = usage.ru_maxrss;
  }
  double seconds = now() - start;
  for (int copy = 0; copy < copies; copy++) {
    uint64_t one = 0;
    if (counters[copy] < 0 || read(counters[copy], &one, sizeof one) != sizeof one || one == 0)
      counted = 0;
    instructions += one;
  }

  char text[32] = "null";
  if (counted) snprintf(text, sizeof text, "%llu", (unsigned long long)instructions);
  fprintf(report,
          "{\"status\":%d,\"seconds\":%.6f,\"user\":%.6f,\"system\":%.6f,\"peak\":%ld,"
          "\"instructions\":%s}\n",
          greatest, seconds, user, kernel, peak * 1024, text);
  return fclose(report) == 0 ? 0 : fail(words[1]);
}
