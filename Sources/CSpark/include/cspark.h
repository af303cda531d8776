// What `vcard dedupe spark` writes down: the driver as octets of the program, and which libraries the
// program runs with.
#ifndef CSPARK_H
#define CSPARK_H

#include <stddef.h>

/// The driver of Spark, a file in Python; the count becomes that of its octets.
const unsigned char *_Nonnull cspark_driver(size_t *_Nonnull count);

/// Calls a function with the path of each shared library of this process, as the loader found it: its last
/// part is the name that others ask for. The path lives for the call. Where the system does not tell, with
/// none.
void cspark_each_library(
    void (*_Nonnull found)(void *_Nullable context, const char *_Nonnull path), void *_Nullable context);

#endif
