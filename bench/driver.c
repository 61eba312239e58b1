// The client of the benchmark. Starts a command that speaks MCP over stdio, measures one thing, prints `name value`
// lines. It reads and writes plain pipes with no library in between, so that what it measures is not itself.
//
//   driver start N -- COMMAND...              exec to the answer of initialize, N times (ms, one line each)
//   driver first N -- COMMAND...              the same, and to the answer of the first call after it (ms)
//   driver latency N [WARM] -- COMMAND...     one call in flight, ~200 bytes each way (us: p50, p99; CPU us of the
//                                             command for each call), after WARM others
//   driver paced N [WARM] -- COMMAND...       the same with a pause of 2 ms before each call (us: p50, p99)
//   driver throughput N [WIDTH] -- COMMAND... WIDTH (64) calls in flight (calls/s; for each call its CPU us, waits of
//                                             threads, writes; CPU us of all: of this program and the servers behind
//                                             it, too; with --tree, 2 s later, the MiB of the command with its child
//                                             processes)
//   driver bulk N [KIB] [escapes] -- COMMAND...
//                                             N results of so many KiB (1024), one after the other, with `escapes`
//                                             full of them (MB/s, million bytes)
//   driver memory N SECONDS -- COMMAND...     idle for so long, then N results of 8 MiB (MiB; its child processes apart)
//   driver reload N CALLERS -- COMMAND...     N times `recompile` while CALLERS callers go on (ms, one line each)
//   driver ready N -- COMMAND...              exec to initialize, to the first answer of tools/list, to one that has
//                                             all tools; end of stdin to that of the process, N times (ms)
//   driver footprint N -- COMMAND...          idle for 2 s, then again after N calls (MiB, threads)
//   driver beside N FLOOD -- COMMAND...       as `paced`, first beside quiet servers, then while the server `flood`
//                                             floods with `messages`, `progress`, `list_changed`, `stderr` or `results`
//                                             (us; with `nothing` it is quiet both times)
//
// In front of `--` there may be:
//
//   --servers N    the command is a hub: the calls go in turn to s01__echo, s02__echo … and not to `echo`
//   --to K         of these servers only the first K are called
//   --direct       no hub: the command is started N times, and once more to flood; all are spoken to from here
//   --revision R   the revision that initialize asks for, instead of 2025-06-18
//   --tree         see `throughput`
//   --kill TOOL    a reload is a call of this tool, and then one of `echo` (without callers)
//   --no-stderr    what the command writes to stderr is thrown away; with --direct a process of its own reads it
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "json.h"

extern char **environ;

// The tools that are called, in turn, and how many there must be.
enum { MOST_TOOLS = 99 };

// Whom we speak to: one, or with --direct each server itself.
struct peer {
  int to, from; // the pipes
  pid_t pid, drain;
  char *buffer;
  size_t size, used, taken, searched; // the unread part of `buffer` is taken..used, without a line break to `searched`
};
static struct peer peers[MOST_TOOLS + 1];
static struct pollfd ready[MOST_TOOLS + 1]; // what the last poll has found, from `looked` on
static int peers_there = 1, current, looked, asked; // who is read, and who is asked by ask()
static long next_id = 1;

static char tools[MOST_TOOLS][24] = {"echo"};
static char tails[MOST_TOOLS][256];
static size_t tail_length[MOST_TOOLS];
static int tools_there = 1, tools_called = 1, no_stderr;
static const char *reloading = "recompile";
static int call_reloads; // the tool `reloading` only kills, and the next call starts again
static const char *revision = "2025-06-18";

static void die(const char *why) {
  fprintf(stderr, "driver: %s\n", why);
  exit(1);
}

static double now(void) { // microseconds
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

// A process that reads and throws away, as whoever starts a server must.
static pid_t drain(int from) {
  pid_t child = fork();
  if (child == 0) {
    static char water[65536];
    for (int i = 3; i < 1024; i++) {
      if (i != from) close(i);
    }
    while (read(from, water, sizeof water) > 0) {
    }
    _exit(0);
  }
  return child;
}

static void start_peer(struct peer *p, char **command, int draining) {
  int in[2], out[2], err[2] = {-1, -1};
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) die("no pipes");
  if (draining && pipe2(err, O_CLOEXEC) != 0) die("no pipes");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  if (draining) posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  else if (no_stderr) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (posix_spawnp(&p->pid, command[0], &actions, NULL, command, environ) != 0) die("cannot start the command");
  close(in[0]);
  close(out[1]);
  p->drain = 0;
  if (draining) {
    close(err[1]);
    p->drain = drain(err[0]);
    close(err[0]);
  }
  p->to = in[1];
  p->from = out[0];
  if (p->buffer == NULL) p->buffer = malloc(p->size = 1 << 20);
  p->used = p->taken = p->searched = 0;
}

static void start(char **command) {
  for (int i = 0; i < peers_there; i++) start_peer(&peers[i], command, no_stderr && peers_there > 1);
  current = asked = 0;
  looked = peers_there;
}

static void finish(void) {
  int status;
  for (int i = 0; i < peers_there; i++) {
    close(peers[i].to);
    close(peers[i].from);
  }
  for (int i = 0; i < peers_there; i++) {
    waitpid(peers[i].pid, &status, 0);
    if (peers[i].drain > 0) waitpid(peers[i].drain, &status, 0);
  }
}

static void send_all(struct peer *p, const char *text, size_t length) {
  for (size_t at = 0; at < length;) {
    ssize_t n = write(p->to, text + at, length - at);
    if (n < 0 && errno != EINTR) die("the command does not read");
    if (n > 0) at += (size_t)n;
  }
}

static void fill(struct peer *p) {
  if (p->taken > 0 && (p->taken == p->used || p->used == p->size)) {
    memmove(p->buffer, p->buffer + p->taken, p->used - p->taken);
    p->used -= p->taken;
    p->searched -= p->taken;
    p->taken = 0;
  }
  if (p->used == p->size) p->buffer = realloc(p->buffer, p->size *= 2);
  ssize_t n;
  do n = read(p->from, p->buffer + p->used, p->size - p->used);
  while (n < 0 && errno == EINTR);
  if (n <= 0) die("the command has ended");
  p->used += (size_t)n;
}

// Waits until somebody has said something, so long at most (without an end for NULL), and reads it; 0 if nobody has.
static int hear(const struct timespec *limit) {
  if (peers_there == 1 && limit == NULL) {
    fill(&peers[0]);
    return 1;
  }
  for (;;) {
    for (; looked < peers_there; looked++) {
      if (ready[looked].revents != 0) {
        current = looked++;
        fill(&peers[current]);
        return 1;
      }
    }
    for (int i = 0; i < peers_there; i++) ready[i] = (struct pollfd){peers[i].from, POLLIN, 0};
    if (ppoll(ready, (nfds_t)peers_there, limit, NULL) <= 0) return 0;
    looked = 0;
  }
}

static int has_line(void) {
  struct peer *p = &peers[current];
  char *newline = memchr(p->buffer + p->searched, '\n', p->used - p->searched);
  p->searched = newline == NULL ? p->used : (size_t)(newline - p->buffer);
  return newline != NULL;
}

// Whether somebody else has something to be read as well.
static int more_is_there(void) {
  for (int i = looked; i < peers_there; i++) {
    if (ready[i].revents != 0) return 1;
  }
  return 0;
}

// The next line; it is valid until the next call.
static struct span line(void) {
  while (!has_line()) hear(NULL);
  struct peer *p = &peers[current];
  struct span s = {p->buffer + p->taken, p->searched - p->taken};
  p->taken = ++p->searched;
  return s;
}

static long id_of(struct span message) {
  static const char usual[] = "{\"jsonrpc\":\"2.0\",\"id\":";
  struct span id;
  if (message.length > sizeof usual && memcmp(message.at, usual, sizeof usual - 1) == 0) {
    id.at = message.at + sizeof usual - 1;
    id.length = 20;
    return number(id);
  }
  if (inside(message, "method").length > 0) return 0; // a notification, or a request of the server's
  id = inside(message, "id");
  return id.length > 0 ? number(id) : 0;
}

// The answer of one request. Nothing else may be in flight.
static struct span ask(const char *format, ...) __attribute__((format(printf, 1, 2)));
static struct span ask(const char *format, ...) {
  char request[1024];
  long id = next_id++;
  int n = snprintf(request, sizeof request, "{\"jsonrpc\":\"2.0\",\"id\":%ld,", id);
  va_list values;
  va_start(values, format);
  n += vsnprintf(request + n, sizeof request - (size_t)n, format, values);
  va_end(values);
  request[n++] = '\n';
  send_all(&peers[asked], request, (size_t)n);
  for (;;) {
    struct span reply = line();
    if (id_of(reply) == id) return reply;
  }
}

static void initialize(void) {
  struct span reply =
      ask("\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\",\"capabilities\":{},"
          "\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}",
          revision);
  if (inside(reply, "result").length == 0) die("initialize failed");
}

static void say_initialized(void) {
  static const char initialized[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
  send_all(&peers[asked], initialized, sizeof initialized - 1);
}

// How many of the tools that must be there are listed now.
static int listed(void) {
  struct span reply = ask("\"method\":\"tools/list\"}");
  if (inside(reply, "result").length == 0) die("tools/list failed");
  int n = 0;
  for (int i = 0; i < tools_there; i++) {
    char name[32];
    int length = snprintf(name, sizeof name, "\"%s\"", tools[i]);
    n += memmem(reply.at, reply.length, name, (size_t)length) != NULL;
  }
  return n;
}

// Asks again and again, as `list_changed` may have come before anybody waited for it.
static void await_tools(int there) {
  double limit = now() + 60e6;
  struct timespec pause = {0, 1000000};
  while (there < tools_there) {
    if (now() > limit) die("tools are missing on the list, also after a minute");
    nanosleep(&pause, NULL);
    there = listed();
  }
}

static void open_session(char **command) {
  start(command);
  for (asked = 0; asked < peers_there; asked++) {
    initialize();
    say_initialized();
    if (peers_there == 1) await_tools(listed());
  }
  asked = 0;
}

static void prepare_calls(int servers, int called, int direct) {
  if (servers < 0 || servers > MOST_TOOLS) die("--servers: too many");
  for (int i = 0; i < servers; i++) {
    if (direct) snprintf(tools[i], sizeof tools[i], "echo");
    else snprintf(tools[i], sizeof tools[i], "s%02d__echo", i + 1);
  }
  if (direct) peers_there = servers + 1;
  tools_there = servers > 0 ? servers : 1;
  if (called < 1 || called > tools_there) die("--to: there are not so many servers");
  tools_called = called;
  for (int i = 0; i < tools_there; i++) {
    tail_length[i] = (size_t)snprintf(
        tails[i], sizeof tails[i],
        ",\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{\"text\":\""
        "the quick brown fox jumps over the lazy dog, the quick brown fox jumps over the lazy dog, and again\"}}}\n",
        tools[i]);
  }
}

// Appends a call of about 200 bytes; its id is `id`.
static size_t put_call(char *at, long id) {
  static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
  long tool = id % tools_called;
  char digits[24];
  int n = 0;
  for (long rest = id; rest > 0 || n == 0; rest /= 10) digits[n++] = (char)('0' + rest % 10);
  char *p = at;
  memcpy(p, head, sizeof head - 1);
  p += sizeof head - 1;
  while (n > 0) *p++ = digits[--n];
  memcpy(p, tails[tool], tail_length[tool]);
  return (size_t)(p - at) + tail_length[tool];
}

static struct peer *peer_of(long id) { return peers_there == 1 ? &peers[0] : &peers[id % tools_called]; }

static void check_result(struct span reply) {
  struct span result = inside(reply, "result");
  if (result.length == 0 || inside(result, "isError").length > 0) {
    fprintf(stderr, "driver: unexpected: %.*s\n", (int)(reply.length < 500 ? reply.length : 500), reply.at);
    exit(1);
  }
}

static void one_call(void) {
  char request[512];
  long id = next_id++;
  send_all(peer_of(id), request, put_call(request, id));
  for (;;) {
    struct span reply = line();
    if (id_of(reply) == id) {
      check_result(reply);
      return;
    }
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure_start(int n, char **command) {
  for (int i = 0; i < n; i++) {
    double begun = now();
    start(command);
    initialize();
    printf("start_ms %.2f\n", (now() - begun) / 1e3);
    finish();
  }
}

static void measure_first(int n, char **command) {
  for (int i = 0; i < n; i++) {
    double begun = now();
    start(command);
    initialize();
    printf("start_ms %.2f\n", (now() - begun) / 1e3);
    say_initialized();
    one_call();
    printf("called_ms %.2f\n", (now() - begun) / 1e3);
    finish();
  }
}

// The number in the line `NAME: 1234 kB` of /proc/PID/FILE.
static double proc_number(const char *file, long of, const char *name) {
  char path[96], text[256];
  double value = 0;
  size_t length = strlen(name);
  snprintf(path, sizeof path, "/proc/%ld/%s", of, file);
  FILE *f = fopen(path, "r");
  while (f != NULL && fgets(text, sizeof text, f) != NULL) {
    if (strncmp(text, name, length) == 0 && text[length] == ':') value = atof(text + length + 1);
  }
  if (f != NULL) fclose(f);
  return value;
}

// The processor time that a process has used, also in threads that have ended, in microseconds.
static double cpu_time_of(pid_t pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

// How often the threads of a process have waited.
static double switches_of(pid_t pid) {
  char path[64], file[64];
  double sum = 0;
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *tasks = opendir(path);
  for (struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
    snprintf(file, sizeof file, "task/%.20s/status", task->d_name);
    sum += proc_number(file, pid, "voluntary_ctxt_switches");
  }
  if (tasks != NULL) closedir(tasks);
  return sum;
}

static double cpu_time(void) {
  double sum = 0;
  for (int i = 0; i < peers_there; i++) sum += cpu_time_of(peers[i].pid);
  return sum;
}

static void measure_latency(int n, int warm, const char *prefix, long pause_ns, char **command) {
  open_session(command);
  for (int i = 0; i < warm; i++) one_call(); // the JVM's compilers need some
  double *took = malloc((size_t)n * sizeof *took);
  struct timespec pause = {0, pause_ns};
  double used = cpu_time();
  for (int i = 0; i < n; i++) {
    if (pause_ns > 0) nanosleep(&pause, NULL);
    double begun = now();
    one_call();
    took[i] = now() - begun;
  }
  used = cpu_time() - used;
  qsort(took, (size_t)n, sizeof *took, ascending);
  printf("%sp50_us %.1f\n%sp99_us %.1f\n", prefix, took[n / 2], prefix, took[(long)n * 99 / 100]);
  printf("%scall_cpu_us %.2f\n", prefix, used / n);
  finish();
}

// The same with this program and the child processes of the command.
static double cpu_time_of_all(void) {
  double sum = cpu_time() + cpu_time_of(getpid());
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
    pid_t process = atoi(entry->d_name);
    if (process > 0 && proc_number("status", process, "PPid") == peers[0].pid) sum += cpu_time_of(process);
  }
  if (processes != NULL) closedir(processes);
  return sum;
}

static double writes(void) {
  double sum = 0;
  for (int i = 0; i < peers_there; i++) sum += proc_number("io", peers[i].pid, "syscw");
  return sum;
}

static double switches(void) {
  double sum = 0;
  for (int i = 0; i < peers_there; i++) sum += switches_of(peers[i].pid);
  return sum;
}

// Requests that are put together, for each peer apart.
static char *requests[MOST_TOOLS];
static size_t request_length[MOST_TOOLS];

static size_t put_request(long id, int width) {
  long to = peer_of(id) - peers;
  if (requests[to] == NULL) requests[to] = malloc((size_t)width * 512);
  size_t length = put_call(requests[to] + request_length[to], id);
  request_length[to] += length;
  return length;
}

static void send_requests(void) {
  for (int i = 0; i < peers_there && i < tools_called; i++) {
    if (request_length[i] > 0) send_all(&peers[i], requests[i], request_length[i]);
    request_length[i] = 0;
  }
}

// `n` calls, `width` at a time; every id must be answered exactly once.
static void many_calls(int n, int width) {
  long first = next_id;
  uint8_t *answered = calloc((size_t)n, 1);
  int sent = 0, done = 0;
  while (sent < width) put_request(first + sent++, width);
  send_requests();
  while (done < n) {
    size_t length = 0;
    do {
      struct span reply = line();
      long id = id_of(reply);
      if (id == 0) continue;
      if (id < first || id >= first + n || answered[id - first]) die("an answer that nobody waits for");
      answered[id - first] = 1;
      if (id % 64 == 0) check_result(reply);
      done++;
      if (sent < n) length += put_request(first + sent++, width);
    } while ((has_line() || more_is_there()) && length < (size_t)width * 256);
    send_requests();
  }
  next_id += n;
  free(answered);
}

static double status_mib(long of, const char *name) { return proc_number("status", of, name) / 1024; }

// The resident memory of a process and of all that came from it.
static double tree_mib(long root) {
  double sum = status_mib(root, "VmRSS");
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
    long process = atol(entry->d_name);
    if (process > 0 && (long)proc_number("status", process, "PPid") == root) sum += tree_mib(process);
  }
  if (processes != NULL) closedir(processes);
  return sum;
}

static void measure_throughput(int n, int width, int tree, char **command) {
  open_session(command);
  many_calls(n / 4 > width ? n / 4 : width, width);
  double used = cpu_time(), used_by_all = cpu_time_of_all(), switched = switches(), written = writes(), begun = now();
  many_calls(n, width);
  printf("calls_per_s %.0f\n", n / (now() - begun) * 1e6);
  printf("cpu_us %.2f\nall_cpu_us %.2f\n", (cpu_time() - used) / n, (cpu_time_of_all() - used_by_all) / n);
  printf("switches %.2f\nwrites %.2f\n", (switches() - switched) / n, (writes() - written) / n);
  if (tree) {
    struct timespec two = {2, 0};
    nanosleep(&two, NULL);
    printf("tree_mib %.2f\n", tree_mib(peers[0].pid));
  }
  finish();
}

static void big_calls(int n, int kib, const char *more) {
  for (int i = 0; i < n; i++) {
    struct span reply =
        ask("\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{\"kib\":%d%s}}}",
            tools[i % tools_called], kib, more);
    if (reply.length < (size_t)kib * 1024) die("a result that is too short");
  }
}

static void measure_bulk(int n, int kib, int escapes, char **command) {
  const char *more = escapes ? ",\"escapes\":true" : "";
  open_session(command);
  big_calls(n / 4 + 1, kib, more);
  double begun = now();
  big_calls(n, kib, more);
  printf("mb_per_s %.0f\n", n * (kib * 1024.0) / (now() - begun));
  finish();
}

// The child processes of the command, with their names.
static void print_children(void) {
  char command[128], text[256];
  snprintf(command, sizeof command, "ps -o pid=,comm= --ppid %d", (int)peers[0].pid);
  FILE *f = popen(command, "r");
  while (f != NULL && fgets(text, sizeof text, f) != NULL) {
    long child;
    char name[64];
    if (sscanf(text, "%ld %63s", &child, name) == 2) {
      printf("child_mib_%s %.2f\n", name, status_mib(child, "VmRSS"));
    }
  }
  if (f != NULL) pclose(f);
}

static void measure_memory(int n, int quiet, char **command) {
  open_session(command);
  for (int i = 0; i < 10; i++) one_call();
  struct timespec pause = {quiet, 0};
  nanosleep(&pause, NULL);
  printf("idle_mib %.2f\n", status_mib(peers[0].pid, "VmRSS"));
  print_children();
  big_calls(n, 8 * 1024, "");
  printf("peak_mib %.2f\n", status_mib(peers[0].pid, "VmHWM"));
  finish();
}

// One id more than the callers' is in flight during a reload: that of `recompile`.
static void measure_reload(int n, int callers, char **command) {
  open_session(command);
  if (callers > 0) many_calls(2000, callers);
  long answered = 0, sent = 0, failed = 0;
  char request[512];
  long first = 1000000, last_reload = 0, reloads = 0;
  uint8_t *seen = calloc(50000000, 1);
  for (int i = 0; i < callers; i++) send_all(&peers[0], request, put_call(request, first + sent++));
  double begun = 0, pause_until = now() + 100e3;
  while (reloads < n || answered < sent) {
    if (last_reload == 0 && reloads < n && now() >= pause_until) {
      last_reload = 100000 + reloads;
      int length = snprintf(request, sizeof request,
                            "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"tools/call\",\"params\":{\"name\":"
                            "\"%s\",\"arguments\":{}}}\n",
                            last_reload, reloading);
      begun = now();
      send_all(&peers[0], request, (size_t)length);
    }
    if (callers == 0 && last_reload == 0) {
      struct timespec pause = {0, 100000000};
      nanosleep(&pause, NULL);
      continue;
    }
    struct span reply = line();
    long id = id_of(reply);
    if (id == 0) continue;
    if (id == last_reload && last_reload != 0) {
      check_result(reply);
      if (call_reloads) one_call();
      printf("reload_ms %.2f\n", (now() - begun) / 1e3);
      last_reload = 0;
      reloads++;
      pause_until = now() + 100e3;
      continue;
    }
    if (id < first || id >= first + sent || seen[id - first]) die("an answer that nobody waits for");
    seen[id - first] = 1;
    answered++;
    struct span result = inside(reply, "result");
    if (result.length == 0 || inside(result, "isError").length > 0) failed++;
    if (reloads < n) send_all(&peers[0], request, put_call(request, first + sent++));
  }
  printf("calls %ld\nlost %ld\n", answered, sent - answered + failed);
  finish();
}

static void measure_ready(int n, char **command) {
  for (int i = 0; i < n; i++) {
    double begun = now();
    start(command);
    initialize();
    printf("start_ms %.2f\n", (now() - begun) / 1e3);
    say_initialized();
    int there = listed();
    printf("listed_ms %.2f\nlisted_tools %d\n", (now() - begun) / 1e3, there);
    await_tools(there);
    printf("ready_ms %.2f\n", (now() - begun) / 1e3);
    begun = now();
    struct peer *p = &peers[0];
    close(p->to);
    while (read(p->from, p->buffer, p->size) > 0) {
    }
    int status;
    waitpid(p->pid, &status, 0);
    close(p->from);
    printf("end_ms %.2f\n", (now() - begun) / 1e3);
  }
}

// RSS, PSS (of pages that others have too its part only) and threads of the command.
static void print_footprint(const char *when) {
  printf("%s_rss_mib %.2f\n", when, proc_number("status", peers[0].pid, "VmRSS") / 1024);
  printf("%s_pss_mib %.2f\n", when, proc_number("smaps_rollup", peers[0].pid, "Pss") / 1024);
  printf("%s_threads %.0f\n", when, proc_number("status", peers[0].pid, "Threads"));
}

static void measure_footprint(int n, char **command) {
  open_session(command);
  for (int i = 0; i < 10; i++) one_call();
  struct timespec two = {2, 0};
  nanosleep(&two, NULL);
  print_footprint("idle");
  print_children();
  many_calls(n, 64);
  nanosleep(&two, NULL);
  print_footprint("used");
  finish();
}

// How many large results of the server `flood` are on their way all the time.
static int big;

static void call_big(void) {
  char request[256];
  int n = snprintf(request, sizeof request,
                   "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"tools/call\",\"params\":{\"name\":\"flood__echo\","
                   "\"arguments\":{\"kib\":1024}}}\n",
                   next_id++);
  send_all(&peers[peers_there - 1], request, (size_t)n);
}

static long lines_beside; // of the flood, as far as the client sees it

// True if it is the answer of `id`.
static int take_line(long id) {
  struct span reply = line();
  long of = id_of(reply);
  if (id != 0 && of == id) {
    check_result(reply);
    return 1;
  }
  lines_beside++;
  if (of != 0 && big > 0) call_big();
  return 0;
}

static void read_until(double until) {
  for (double left; (left = until - now()) > 0;) {
    struct timespec pause = {0, (long)(left * 1e3)};
    if (has_line()) take_line(0);
    else hear(&pause);
  }
}

// Calls that are spaced by pauses, in which everything is read that comes, as a client does.
static void paced_calls(const char *when, int n) {
  double *took = malloc((size_t)n * sizeof *took);
  for (int i = 0; i < n; i++) {
    char request[512];
    read_until(now() + 2000);
    double begun = now();
    long id = next_id++;
    send_all(peer_of(id), request, put_call(request, id));
    while (!take_line(id)) {
    }
    took[i] = now() - begun;
  }
  qsort(took, (size_t)n, sizeof *took, ascending);
  printf("%s_p50_us %.1f\n%s_p99_us %.1f\n", when, took[n / 2], when, took[(long)n * 99 / 100]);
  free(took);
}

static double flood(const char *what) {
  asked = peers_there - 1;
  struct span reply = ask(
      "\"method\":\"tools/call\",\"params\":{\"name\":\"flood__echo\",\"arguments\":{\"flood\":\"%s\"}}}", what);
  asked = 0;
  check_result(reply);
  const char *bytes = memmem(reply.at, reply.length, "\"text\":\"", 8);
  return bytes == NULL ? 0 : atof(bytes + 8);
}

static void measure_beside(int n, const char *what, char **command) {
  open_session(command);
  many_calls(20000, 1); // the JVM's compilers need some
  paced_calls("quiet", n);
  int results = strcmp(what, "results") == 0;
  double begun = now();
  lines_beside = 0;
  if (results) {
    for (big = 0; big < 4; big++) call_big();
  } else if (strcmp(what, "nothing") != 0) {
    flood(what);
  }
  read_until(now() + 300e3);
  paced_calls("beside", n);
  double took = now() - begun;
  double bytes = results ? lines_beside * 1048576.0 : strcmp(what, "nothing") != 0 ? flood("stop") : 0;
  printf("flood_mb_per_s %.1f\n", bytes / took);
  finish();
}

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN);
  int dashes = 1, servers = 0, called = 0, direct = 0, words = 0, tree = 0;
  char *word[4] = {NULL, NULL, "", ""};
  for (; dashes < argc && strcmp(argv[dashes], "--") != 0; dashes++) {
    const char *option = argv[dashes];
    if (strcmp(option, "--no-stderr") == 0) no_stderr = 1;
    else if (strcmp(option, "--direct") == 0) direct = 1;
    else if (strcmp(option, "--tree") == 0) tree = 1;
    else if (strcmp(option, "--kill") == 0 && dashes + 1 < argc) reloading = argv[++dashes], call_reloads = 1;
    else if (strcmp(option, "--servers") == 0 && dashes + 1 < argc) servers = atoi(argv[++dashes]);
    else if (strcmp(option, "--to") == 0 && dashes + 1 < argc) called = atoi(argv[++dashes]);
    else if (strcmp(option, "--revision") == 0 && dashes + 1 < argc) revision = argv[++dashes];
    else if (words < 4) word[words++] = argv[dashes];
    else die("too many arguments");
  }
  if (words < 2 || dashes + 1 >= argc) {
    die("usage: driver MODE N [WARM | WIDTH | KIB | CALLERS | FLOOD] [OPTIONS] -- COMMAND...");
  }
  prepare_calls(servers, called > 0 ? called : servers > 0 ? servers : 1, direct);
  char **command = argv + dashes + 1;
  int n = atoi(word[1]);
  const char *mode = word[0];
  int warm = word[2][0] != '\0' ? atoi(word[2]) : 20000, width = word[2][0] != '\0' ? atoi(word[2]) : 64;
  if (strcmp(mode, "start") == 0) measure_start(n, command);
  else if (strcmp(mode, "first") == 0) measure_first(n, command);
  else if (strcmp(mode, "latency") == 0) measure_latency(n, warm, "", 0, command);
  else if (strcmp(mode, "paced") == 0) measure_latency(n, warm, "paced_", 2000000, command);
  else if (strcmp(mode, "throughput") == 0) measure_throughput(n, width, tree, command);
  else if (strcmp(mode, "bulk") == 0) {
    measure_bulk(n, word[2][0] != '\0' ? atoi(word[2]) : 1024, strcmp(word[3], "escapes") == 0, command);
  }
  else if (strcmp(mode, "memory") == 0) measure_memory(n, word[2][0] != '\0' ? atoi(word[2]) : 2, command);
  else if (strcmp(mode, "reload") == 0) measure_reload(n, atoi(word[2]), command);
  else if (strcmp(mode, "ready") == 0) measure_ready(n, command);
  else if (strcmp(mode, "footprint") == 0) measure_footprint(n, command);
  else if (strcmp(mode, "beside") == 0) measure_beside(n, word[2], command);
  else die("no such mode");
  return 0;
}
