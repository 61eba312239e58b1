// The control of bench/http: the same calls as driver.c makes through a bridge, made to the daemon itself over kept
// connections, one call at a time in each. Prints `name value` lines.
//
//   http_client start N PORT             connection to the answer of initialize, N times (ms, one line each)
//   http_client latency N PORT           one call in flight, ~200 bytes each way (us: p50, p99)
//   http_client paced N PORT             the same with a pause of 2 ms before each call (us: paced_p50, paced_p99)
//   http_client throughput N WIDTH PORT  WIDTH calls in flight, on as many connections (calls/s)
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, SIZE = 64 * 1024 };

struct connection {
  int fd;
  size_t used; // of `answer`
  char answer[SIZE + 1];
};
static struct connection connections[MOST];
static int port;
static char session[128];
static long next_id = 1;

static void die(const char *why) {
  fprintf(stderr, "http_client: %s\n", why);
  exit(1);
}

static double now(void) { // microseconds
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void open_connection(struct connection *c) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  int one = 1;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0) die("nobody accepts connections");
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  c->used = 0;
}

static void send_post(struct connection *c, const char *body) {
  char request[2048];
  int n = snprintf(request, sizeof request,
                   "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Accept: application/json, text/event-stream\r\n%s%s%sContent-Length: %zu\r\n\r\n%s",
                   port, session[0] ? "Mcp-Session-Id: " : "", session,
                   session[0] ? "\r\nMCP-Protocol-Version: 2025-11-25\r\n" : "", strlen(body), body);
  for (int at = 0; at < n;) {
    ssize_t written = write(c->fd, request + at, (size_t)(n - at));
    if (written < 0 && errno != EINTR) die("the daemon does not read");
    if (written > 0) at += (int)written;
  }
}

static const char *header(const char *head, const char *name) {
  size_t length = strlen(name);
  for (const char *at = strstr(head, "\r\n"); at != NULL; at = strstr(at, "\r\n")) {
    at += 2;
    if (strncasecmp(at, name, length) == 0 && at[length] == ':') return at + length + 1 + (at[length + 1] == ' ');
  }
  return NULL;
}

// Reads what is there; the body, once the answer is whole, otherwise NULL.
static const char *receive(struct connection *c) {
  ssize_t n;
  do n = read(c->fd, c->answer + c->used, SIZE - c->used);
  while (n < 0 && errno == EINTR);
  if (n <= 0) die("the daemon has closed the connection");
  c->used += (size_t)n;
  c->answer[c->used] = '\0';
  char *end = strstr(c->answer, "\r\n\r\n");
  if (end == NULL) return NULL;
  const char *length = header(c->answer, "content-length");
  int accepted = strncmp(c->answer, "HTTP/1.1 202", 12) == 0;
  if (!accepted && (strncmp(c->answer, "HTTP/1.1 200", 12) != 0 || length == NULL)) die(c->answer);
  // Node gives a 202 without a body the length 0, or a chunk that is the last one.
  size_t body = length != NULL ? (size_t)atol(length) : 5;
  if (c->used < (size_t)(end + 4 - c->answer) + body) return NULL;
  c->used = 0;
  return end + 4;
}

static const char *ask(struct connection *c, const char *body) {
  const char *answer;
  send_post(c, body);
  while ((answer = receive(c)) == NULL) {
  }
  return answer;
}

static void initialize(struct connection *c) {
  session[0] = '\0';
  const char *answer = ask(c, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                              "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}");
  if (strstr(answer, "\"result\"") == NULL) die("initialize failed");
  const char *id = header(c->answer, "mcp-session-id");
  if (id == NULL || sscanf(id, "%127[^\r]", session) != 1) die("no session id");
}

static void open_session(void) {
  open_connection(&connections[0]);
  initialize(&connections[0]);
  ask(&connections[0], "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

// The same call as that of driver.c.
static void send_call(struct connection *c) {
  char body[512];
  snprintf(body, sizeof body,
           "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\""
           "the quick brown fox jumps over the lazy dog, the quick brown fox jumps over the lazy dog, and again\"}}}",
           next_id++);
  send_post(c, body);
}

static void check(const char *answer) {
  if (strstr(answer, "\"result\"") == NULL) die(answer);
}

static void one_call(void) {
  const char *answer;
  send_call(&connections[0]);
  while ((answer = receive(&connections[0])) == NULL) {
  }
  check(answer);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure_latency(int n, const char *prefix, long pause_ns) {
  open_session();
  for (int i = 0; i < 20000; i++) one_call(); // as many as driver.c has: the daemon's compiler needs some, too
  double *took = malloc((size_t)n * sizeof *took);
  struct timespec pause = {0, pause_ns};
  for (int i = 0; i < n; i++) {
    if (pause_ns > 0) nanosleep(&pause, NULL);
    double begun = now();
    one_call();
    took[i] = now() - begun;
  }
  qsort(took, (size_t)n, sizeof *took, ascending);
  printf("%sp50_us %.1f\n%sp99_us %.1f\n", prefix, took[n / 2], prefix, took[(long)n * 99 / 100]);
  free(took);
}

static void many_calls(int n, int width) {
  struct pollfd ready[MOST];
  int sent = 0, done = 0;
  for (int i = 0; i < width; i++, sent++) {
    ready[i] = (struct pollfd){connections[i].fd, POLLIN, 0};
    send_call(&connections[i]);
  }
  while (done < n) {
    if (poll(ready, (nfds_t)width, -1) < 0 && errno != EINTR) die("poll failed");
    for (int i = 0; i < width; i++) {
      if (ready[i].revents == 0) continue;
      const char *answer = receive(&connections[i]);
      if (answer == NULL) continue;
      check(answer);
      done++;
      if (sent < n) {
        send_call(&connections[i]);
        sent++;
      }
    }
  }
}

static void measure_throughput(int n, int width) {
  if (width < 1 || width > MOST) die("too many at a time");
  open_session();
  for (int i = 1; i < width; i++) open_connection(&connections[i]);
  many_calls(n / 4 > width ? n / 4 : width, width);
  double begun = now();
  many_calls(n, width);
  printf("calls_per_s %.0f\n", n / (now() - begun) * 1e6);
}

static void measure_start(int n) {
  for (int i = 0; i < n; i++) {
    double begun = now();
    open_connection(&connections[0]);
    initialize(&connections[0]);
    printf("start_ms %.2f\n", (now() - begun) / 1e3);
    ask(&connections[0], "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    one_call();
    printf("called_ms %.2f\n", (now() - begun) / 1e3);
    close(connections[0].fd);
  }
}

int main(int argc, char **argv) {
  if (argc < 4) die("usage: http_client MODE N [WIDTH] PORT");
  const char *mode = argv[1];
  int n = atoi(argv[2]);
  port = atoi(argv[argc - 1]);
  if (strcmp(mode, "start") == 0) measure_start(n);
  else if (strcmp(mode, "latency") == 0) measure_latency(n, "", 0);
  else if (strcmp(mode, "paced") == 0) measure_latency(n, "paced_", 2000000);
  else if (strcmp(mode, "throughput") == 0 && argc > 4) measure_throughput(n, atoi(argv[3]));
  else die("no such mode");
  return 0;
}
