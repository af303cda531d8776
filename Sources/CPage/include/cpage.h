// Files that the page is made of, as octets of the program.
#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

/// A file of the page.
typedef struct cpage_asset {
  const char *_Nonnull name;
  const char *_Nonnull media_type;
  const unsigned char *_Nonnull octets;
  size_t count;
} cpage_asset;

/// The file of a number from 0 on; NULL when there is none.
const cpage_asset *_Nullable cpage_asset_at(size_t number);

#endif
