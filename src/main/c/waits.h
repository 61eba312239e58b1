/* For hands.c and capsule.c, which are one library. */
#include <errno.h>
#include <poll.h>

/* A descriptor that was made non-blocking by another who has it waits all the same, and can be woken. */
static int wait_for(int fd, short what) {
  struct pollfd waits = {fd, what, 0};
  return poll(&waits, 1, -1) < 0 ? -errno : 0;
}
