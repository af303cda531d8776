// C23 §6.10.4: `#embed` puts the octets of a file into an array. The compiler names the file as what
// this one depends on, so an edit of it is built.
#include "cpage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style[] = {
#embed "assets/page.css"
};
static const unsigned char script[] = {
#embed "assets/page.js"
};
static const unsigned char door[] = {
#embed "assets/door.js"
};
static const unsigned char icon[] = {
#embed "assets/icon.svg"
};

static const cpage_asset assets[] = {
    {"page.css", "text/css; charset=utf-8", style, sizeof style},
    {"page.js", "text/javascript; charset=utf-8", script, sizeof script},
    {"door.js", "text/javascript; charset=utf-8", door, sizeof door},
    {"icon.svg", "image/svg+xml", icon, sizeof icon},
};

const cpage_asset *cpage_asset_at(size_t number) {
  return number < sizeof assets / sizeof *assets ? &assets[number] : NULL;
}
