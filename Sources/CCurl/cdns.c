#include "cdns.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>

// The resolver's header wants those above it.
#include <arpa/nameser.h>
#include <resolv.h>

int32_t cdns_query(
    const char *name, int32_t type, const char *server, uint16_t port, uint8_t *message,
    int32_t room) {
  struct __res_state state;
  memset(&state, 0, sizeof state);
  if (res_ninit(&state) != 0) {
    return -1;
  }
  // Two tries of five seconds: a network without answers is none to wait for.
  state.retrans = 5;
  state.retry = 2;
  if (server != NULL) {
    state.nscount = 1;
    memset(&state.nsaddr_list[0], 0, sizeof state.nsaddr_list[0]);
    state.nsaddr_list[0].sin_family = AF_INET;
    state.nsaddr_list[0].sin_port = htons(port);
    if (inet_pton(AF_INET, server, &state.nsaddr_list[0].sin_addr) != 1) {
      res_nclose(&state);
      return -1;
    }
  }
  int count = res_nquery(&state, name, ns_c_in, type, message, room);
  int error = state.res_h_errno;
  res_nclose(&state);
  if (count >= 0) {
    // What did not fit is not there.
    return count < room ? count : room;
  }
  return error == HOST_NOT_FOUND || error == NO_DATA ? 0 : -1;
}
