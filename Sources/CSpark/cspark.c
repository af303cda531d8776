// dl_iterate_phdr(3) is none of POSIX.
#define _GNU_SOURCE
#include "cspark.h"

#if defined(__linux__)
#include <link.h>
#endif

#pragma clang diagnostic ignored "-Wc23-extensions"

// C23 §6.10.4: `#embed` puts the octets of a file into an array. The compiler names the file as what this
// one depends on, so an edit of it is built.
static const unsigned char driver[] = {
#embed "../VCardCommands/Dedupe/Spark/vcard_spark.py"
};

const unsigned char *cspark_driver(size_t *count) {
  *count = sizeof driver;
  return driver;
}

#if defined(__linux__)
struct search {
  void (*found)(void *context, const char *path);
  void *context;
};

static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  const struct search *search = data;
  // The program itself has no name, and what the kernel brings has no folder.
  if (info->dlpi_name != NULL && info->dlpi_name[0] == '/')
    search->found(search->context, info->dlpi_name);
  return 0;
}
#endif

void cspark_each_library(void (*found)(void *context, const char *path), void *context) {
#if defined(__linux__)
  struct search search = {found, context};
  dl_iterate_phdr(visit, &search);
#else
  (void)found;
  (void)context;
#endif
}
