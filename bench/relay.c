// The floor for any program between client and server: starts the command and copies bytes both ways, unread.
#include <errno.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char buffer[64 * 1024];

// False at the end of the input.
static int pass(int from, int to) {
  ssize_t n = read(from, buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return 1;
  if (n <= 0) return 0;
  for (ssize_t at = 0; at < n;) {
    ssize_t written = write(to, buffer + at, (size_t)(n - at));
    if (written < 0 && errno != EINTR) return 0;
    if (written > 0) at += written;
  }
  return 1;
}

int main(int argc, char **argv) {
  int in[2], out[2];
  if (argc < 2 || pipe(in) != 0 || pipe(out) != 0) return 2;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  for (int i = 0; i < 2; i++) {
    posix_spawn_file_actions_addclose(&actions, in[i]);
    posix_spawn_file_actions_addclose(&actions, out[i]);
  }
  pid_t child;
  if (posix_spawnp(&child, argv[1], &actions, NULL, argv + 1, environ) != 0) return 127;
  close(in[0]);
  close(out[1]);
  struct pollfd ends[2] = {{0, POLLIN, 0}, {out[0], POLLIN, 0}};
  for (;;) {
    if (poll(ends, 2, -1) < 0 && errno != EINTR) return 1;
    if (ends[1].revents != 0 && !pass(out[0], 1)) break;
    if (ends[0].revents != 0 && !pass(0, in[1])) {
      close(in[1]);
      ends[0].fd = -1;
    }
  }
  waitpid(child, NULL, 0);
  return 0;
}
