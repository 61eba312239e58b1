/* Pitstop's front: the program that a client starts (docs/design/front.md). It starts the server of a plain command line
   itself, before there is a Java machine, and then becomes that Java machine, which takes the server over. Everything
   that has to be known before a server may start is left to the Java program, and so is every mistake: the front prints
   nothing. Linux only; elsewhere, and without a C compiler, the launchers start the Java machine themselves.

   Built by scripts/build.sh. The tables below are a part of those in OptionTable and OwnWords; FrontTest compares them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- the command line ---- */

/* How the value of an option looks if nothing can be wrong with it. */
enum shape { SWITCH, TEXT, TIME, NUMBER, ONE_OF };

static const struct option {
  const char *name;
  enum shape shape;
  const char *words; /* for ONE_OF, separated by commas */
} OPTIONS[] = {
  {"order", ONE_OF, "start-first,stop-first"},
  {"on-crash", ONE_OF, "respawn"},
  {"name", TEXT, ""},
  {"tools", ONE_OF, "all,none"},
  {"notices", ONE_OF, "inline,off"},
  {"modern-client", SWITCH, ""},
  {"start-timeout", TIME, ""},
  {"handshake-timeout", TIME, ""},
  {"build-timeout", TIME, ""},
  {"hold-timeout", TIME, ""},
  {"hold-limit", NUMBER, ""},
  {"call-timeout", TIME, ""},
  {"drain-timeout", TIME, ""},
  {"stop-timeout", TIME, ""},
  {"log-level", ONE_OF, "error,warn,info,debug,off"},
  {"log-file", TEXT, ""},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

/* Words that are Pitstop's own, unless they stand behind `--`. */
static const char *const OWN_WORDS[] = {
  "doctor", "install", "uninstall", "demo",   "ps",         "logs", "calls",   "reload", "stop",   "start", "rerun",
  "ui",     "call",    "tools",     "replay", "engine", "completion", "help", "version", "cli",    "status", "mux",
};

static bool is_one_of(const char *value, const char *words) {
  size_t length = strlen(value);
  for (const char *at = words; *at;) {
    size_t word = strcspn(at, ",");
    if (word == length && !memcmp(at, value, length)) return true;
    at += word + (at[word] == ',');
  }
  return false;
}

/* Plain letters, not all of them blanks. */
static bool is_text(const char *value) {
  bool any = false;
  for (const char *c = value; *c; c++) {
    if (*c < ' ' || *c > '~') return false;
    any |= *c != ' ';
  }
  return any;
}

/* A number from 1 to 999999, and one of these units behind it. */
static bool is_number(const char *value, const char *units) {
  size_t digits = strspn(value, "0123456789");
  return digits > 0 && digits <= 6 && value[0] != '0' && (!value[digits] || is_one_of(value + digits, units));
}

static bool is_valid(const struct option *option, const char *value) {
  switch (option->shape) {
    case SWITCH: return false;
    case TEXT: return is_text(value);
    case TIME: return is_number(value, "ms,s,min");
    case NUMBER: return is_number(value, "");
    case ONE_OF: return is_one_of(value, option->words);
  }
  return false;
}

/* The option that a word names, up to its `=`. */
static int option_of(const char *word) {
  size_t length = strcspn(word + 2, "=");
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (strlen(OPTIONS[i].name) == length && !memcmp(OPTIONS[i].name, word + 2, length)) return i;
  }
  return -1;
}

static bool is_url(const char *word) {
  return !strncasecmp(word, "http://", 7) || !strncasecmp(word, "https://", 8);
}

/* Whether the words from here on are the server's command, though no `--` stands before them. */
static bool is_command(char **words) {
  for (size_t i = 0; i < sizeof OWN_WORDS / sizeof OWN_WORDS[0]; i++) {
    if (!strcmp(words[0], OWN_WORDS[i])) return false;
  }
  for (char **word = words; *word; word++) {
    if ((*word)[0] == '-') return false; /* an option of Pitstop's, perhaps */
  }
  return true;
}

/* The server's command in these words; null if they are anything but a plain session with one program. */
static char **command_of(char **words) {
  bool seen[OPTION_COUNT] = {false};
  while (*words && !strncmp(*words, "--", 2) && (*words)[2]) {
    int i = option_of(*words);
    if (i < 0 || seen[i]) return NULL;
    seen[i] = true;
    const char *equals = strchr(*words++, '=');
    if (OPTIONS[i].shape == SWITCH) {
      if (equals) return NULL;
    } else if (equals) {
      if (!is_valid(&OPTIONS[i], equals + 1)) return NULL;
    } else if (!*words || !strcmp(*words, "--") || !is_valid(&OPTIONS[i], *words++)) {
      return NULL;
    }
  }
  if (!*words) return NULL;
  bool separated = !strcmp(*words, "--");
  words += separated;
  bool program = *words && (*words)[0] && !is_url(*words);
  return program && (separated || is_command(words)) ? words : NULL;
}

/* ---- the server's process ---- */

static bool is_executable(const char *file) {
  struct stat is;
  return !stat(file, &is) && S_ISREG(is.st_mode) && !access(file, X_OK);
}

/* The file that a command runs, by the rules of class Executables, as an absolute path. False if it is not there, or if
   the way to it is not plain. */
static bool find(const char *program, char file[PATH_MAX]) {
  char here[PATH_MAX];
  if (program[0] == '/') return snprintf(file, PATH_MAX, "%s", program) < PATH_MAX && is_executable(file);
  if (strchr(program, '/')) {
    return getcwd(here, sizeof here) && snprintf(file, PATH_MAX, "%s/%s", here, program) < PATH_MAX && is_executable(file);
  }
  const char *path = getenv("PATH");
  for (const char *at = path ? path : "/usr/bin:/bin"; at;) {
    size_t length = strcspn(at, ":");
    if (at[0] != '/') return false; /* relative to the working directory */
    if (snprintf(file, PATH_MAX, "%.*s/%s", (int)length, at, program) < PATH_MAX && is_executable(file)) return true;
    at = at[length] ? at + length + 1 : NULL;
  }
  return false;
}

static sigset_t given_mask; /* of signals, as this process was given it */

/* What a child is to be. */
struct order {
  char **argv;  /* the first word is the file */
  char **shell; /* words for a file that is a script without a first line; null: it is none of ours */
  char **env;
  const char *directory; /* null: the same */
  const char *output;    /* null: pipes; else a file that stdout and stderr are appended to, stdin is empty, and the child
                            outlives this process */
};

struct child {
  pid_t pid;
  int in, out, err; /* our ends of its pipes, or -1 */
  long long nanos;  /* when it was started, on the clock that System.nanoTime shows */
};

static void close_from(int first) {
  if (!syscall(SYS_close_range, (unsigned)first, ~0U, 0U)) return;
  long most = sysconf(_SC_OPEN_MAX); /* a kernel before 5.9 */
  for (int fd = first; fd < most && fd < 65536; fd++) close(fd);
}

/* In the child, which shares our memory until it runs another program. Never returns. */
static void become(const struct order *order, int in, int out, int err, pid_t parent, volatile int *failed) {
  setsid(); /* class OsSpawner has its children in sessions of their own too */
  sigprocmask(SIG_SETMASK, &given_mask, NULL);
  if (!order->output) prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  if ((!order->directory || !chdir(order->directory)) && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2) {
    close_from(3);
    execve(order->argv[0], order->argv, order->env);
    if (errno == ENOEXEC && order->shell) execve(order->shell[0], order->shell, order->env);
  }
  *failed = errno ? errno : EIO;
  _exit(127);
}

static void close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static void close_pipes(struct child *child) {
  close_fd(&child->in);
  close_fd(&child->out);
  close_fd(&child->err);
}

/* Opens what a child reads and writes: its own ends in `theirs`, ours in `child`. */
static bool plug(const struct order *order, struct child *child, int theirs[3]) {
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  if (order->output) {
    theirs[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    theirs[1] = open(order->output, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    theirs[2] = theirs[1] < 0 ? -1 : fcntl(theirs[1], F_DUPFD_CLOEXEC, 3);
    return theirs[0] >= 0 && theirs[1] >= 0 && theirs[2] >= 0;
  }
  bool all = true;
  for (int i = 0; i < 3; i++) all = all && !pipe2(pipes[i], O_CLOEXEC);
  theirs[0] = pipes[0][0];
  child->in = pipes[0][1];
  child->out = pipes[1][0];
  theirs[1] = pipes[1][1];
  child->err = pipes[2][0];
  theirs[2] = pipes[2][1];
  return all;
}

/* The clock that System.nanoTime shows. */
static long long nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Starts a child. Returns 0, or the reason why there is none. */
static int start(const struct order *order, struct child *child) {
  int theirs[3] = {-1, -1, -1};
  volatile int failed = 0;
  pid_t parent = getpid();
  *child = (struct child){-1, -1, -1, -1, 0};
  if (!plug(order, child, theirs)) failed = errno;
  child->nanos = nanos();
  errno = 0;
  if (!failed && (child->pid = vfork()) == 0) become(order, theirs[0], theirs[1], theirs[2], parent, &failed);
  if (!failed && child->pid < 0) failed = errno;
  for (int i = 0; i < 3; i++) close_fd(&theirs[i]);
  if (failed) {
    if (child->pid > 0) waitpid(child->pid, NULL, 0);
    close_pipes(child);
    child->pid = -1;
  }
  return failed;
}

/* Whether a server may be started from here at all. Process 1 stays a shell that reaps orphans (scripts/launch.sh), and
   so would not be the parent that the Java program is; a person in a terminal is asked nothing here. */
static bool may_start(void) {
  for (int fd = 0; fd < 3; fd++) {
    if (fcntl(fd, F_GETFD) < 0) return false; /* a pipe would take its place */
  }
  return getpid() != 1 && !isatty(0);
}

/* ---- the Java program ---- */

static char lib[PATH_MAX]; /* the directory of start.sh */
static char *launcher;     /* what the user called */

/* The directory of this file, or `lib` beside its `bin`. */
static bool find_lib(void) {
  char file[PATH_MAX + 16];
  ssize_t length = readlink("/proc/self/exe", lib, PATH_MAX - 16);
  if (length <= 0) return false;
  lib[length] = 0;
  *strrchr(lib, '/') = 0;
  snprintf(file, sizeof file, "%s/start.sh", lib);
  if (!access(file, R_OK)) return true;
  strcat(lib, "/../lib");
  snprintf(file, sizeof file, "%s/start.sh", lib);
  return !access(file, R_OK);
}

/* What a session leaves to the next process that runs it: memory, and the pipe through which its messages pass
   (docs/design/engine.md). Both outlive an engine here. */
static int capsule[3] = {-1, -1, -1};

static bool make_capsule(void) {
  capsule[0] = memfd_create("pitstop", MFD_CLOEXEC);
  return capsule[0] >= 0 && !pipe2(capsule + 1, O_CLOEXEC) && !fcntl(capsule[2], F_SETFL, O_NONBLOCK);
}

/* Becomes the Java program, which takes the server over, if there is one, or a session that an engine has had. */
static int become_java(int argc, char **argv, struct child *server, int words_of_server, bool had) {
  char direct[PATH_MAX + 16], handed[128] = "";
  if (server->pid > 0) {
    int *kept[] = {&server->in, &server->out, &server->err};
    for (int i = 0; i < 3; i++) fcntl(*kept[i], F_SETFD, 0);
    snprintf(handed, sizeof handed, "%d,%d,%d,%d,%lld,%d", server->pid, server->in, server->out, server->err,
             server->nanos, words_of_server);
  } else if (had) {
    for (int i = 0; i < 3; i++) fcntl(capsule[i], F_SETFD, 0);
    snprintf(handed, sizeof handed, "capsule,%d,%d,%d", capsule[0], capsule[1], capsule[2]);
  }
  char **words = calloc(argc + 5, sizeof *words);
  if (!words) return 2;
  snprintf(direct, sizeof direct, "%s/direct.sh", lib);
  if (access(direct, R_OK)) {
    fprintf(stderr, "pitstop: the session ends: this Pitstop has been removed, or is being replaced (no %s)\n", direct);
    return 1;
  }
  words[0] = "/bin/sh";
  words[1] = direct;
  words[2] = launcher;
  words[3] = handed;
  memcpy(words + 4, argv + 1, argc * sizeof *words); /* with the null at their end */
  execv(words[0], words);
  fprintf(stderr, "pitstop: cannot run /bin/sh: %s\n", strerror(errno));
  return 2; /* the server ends with its parent */
}

/* ---- the engine (docs/design/engine.md) ---- */

/* How long the engine may take to say that it takes a session over, and one that has just been started. */
enum { PATIENCE_MILLIS = 300, FIRST_MILLIS = 5000, LONGEST = 64 << 20 };

/* An engine that may open fewer files has no room for many sessions. */
enum { MANY_FILES = 4096 };

/* Of the messages below and of the capsule. The engine may be of a newer build than a front that was there before it. */
enum { FORMAT = 2 };

/* How long a message may take to leave: then the engine hangs. And how long it may take to end after a second signal. */
enum { SENDING_MILLIS = 5000, ENDING_MILLIS = 2000 };

/* An engine that ends so soon after it was given a session may have ended because of it: after some of these the session
   gets a process of its own. */
enum { SOON_NANOS = 1000000000, MOST_DEATHS = 10, GONE = -1 };

/* A message: its length (4 bytes, of what follows), its kind, and numbers and strings in an agreed order. */
struct message {
  char *bytes;
  size_t length, room;
};

static void put(struct message *m, const void *from, size_t length) {
  if (m->length + length > m->room) {
    m->room = 2 * (m->length + length);
    m->bytes = realloc(m->bytes, m->room);
    if (!m->bytes) exit(2);
  }
  memcpy(m->bytes + m->length, from, length);
  m->length += length;
}

static void put_number(struct message *m, long long number) { put(m, &number, sizeof number); }

static void put_text(struct message *m, const char *text) { put(m, text, strlen(text) + 1); }

static void put_texts(struct message *m, char **texts) {
  long long count = 0;
  while (texts[count]) count++;
  put_number(m, count);
  for (long long i = 0; i < count; i++) put_text(m, texts[i]);
}

static struct message message_of(char kind) {
  struct message m = {NULL, 0, 0};
  put(&m, "\0\0\0\0", 4);
  put(&m, &kind, 1);
  return m;
}

/* Sends a message, with descriptors at its first byte, and forgets it. */
static bool send_message(int to, struct message *m, const int *fds, int count) {
  uint32_t length = (uint32_t)(m->length - 4);
  memcpy(m->bytes, &length, 4);
  union {
    char bytes[CMSG_SPACE(9 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {m->bytes, m->length};
  struct msghdr whole = {.msg_iov = &part, .msg_iovlen = 1};
  if (count) {
    whole.msg_control = control.bytes;
    whole.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *c = CMSG_FIRSTHDR(&whole);
    *c = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(count * sizeof(int))};
    memcpy(CMSG_DATA(c), fds, count * sizeof(int));
  }
  ssize_t sent = sendmsg(to, &whole, MSG_NOSIGNAL);
  for (size_t at = 0; sent > 0 && (at += sent) < m->length;) {
    sent = send(to, m->bytes + at, m->length - at, MSG_NOSIGNAL);
  }
  free(m->bytes);
  return sent > 0;
}

/* What has been read of a message that the engine sends. */
struct reader {
  const char *at, *end;
};

static long long number_in(struct reader *r) {
  long long number = 0;
  if (r->end - r->at >= (ptrdiff_t)sizeof number) memcpy(&number, r->at, sizeof number);
  r->at += sizeof number;
  return number;
}

static const char *text_in(struct reader *r) {
  const char *text = r->at;
  size_t length = r->at < r->end ? strnlen(text, r->end - text) : 0;
  r->at += length + 1;
  return r->at <= r->end ? text : "";
}

static char **texts_in(struct reader *r) {
  long long count = number_in(r);
  if (count < 0 || count > r->end - r->at) count = 0;
  char **texts = calloc(count + 1, sizeof *texts);
  for (long long i = 0; texts && i < count; i++) texts[i] = (char *)text_in(r);
  return texts;
}

/* The directory of the sockets, which nobody but this user can enter. */
static bool find_sockets(char directory[PATH_MAX]) {
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  struct stat is;
  if (runtime && runtime[0] == '/') {
    snprintf(directory, PATH_MAX, "%s/pitstop-engine", runtime);
  } else {
    snprintf(directory, PATH_MAX, "/tmp/pitstop-%u", (unsigned)getuid());
  }
  mkdir(directory, 0700);
  return !lstat(directory, &is) && S_ISDIR(is.st_mode) && is.st_uid == getuid() && !(is.st_mode & 077);
}

static uint64_t hashed(uint64_t hash, const void *bytes, size_t length) {
  for (const unsigned char *b = bytes, *end = b + length; b < end; b++) hash = (hash ^ *b) * 1099511628211ULL;
  return hash;
}

/* The socket of the engine of just this build in this place (class Installed), with these options for its Java machine. */
static bool find_socket(struct sockaddr_un *address) {
  char directory[PATH_MAX], file[PATH_MAX + 16], build[64];
  const char *options = getenv("PITSTOP_JAVA_OPTS");
  uint64_t hash = 14695981039346656037ULL;
  struct stat is;
  snprintf(file, sizeof file, "%s/build", lib);
  int has = find_sockets(directory) && !stat(lib, &is) ? open(file, O_RDONLY | O_CLOEXEC) : -1;
  ssize_t length_of_build = has < 0 ? -1 : read(has, build, sizeof build);
  close_fd(&has);
  if (length_of_build <= 0) return false;
  hash = hashed(hash, (uint64_t[]){is.st_dev, is.st_ino}, 2 * sizeof(uint64_t));
  hash = hashed(hash, build, length_of_build);
  if (options) hash = hashed(hash, options, strlen(options));
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  int length = snprintf(address->sun_path, sizeof address->sun_path, "%s/engine-%016llx", directory, (unsigned long long)hash);
  return length < (int)sizeof address->sun_path;
}

static void within(int s, int millis) {
  struct timeval limit = {millis / 1000, millis % 1000 * 1000};
  setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

static int dial(const struct sockaddr_un *address) {
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  within(s, PATIENCE_MILLIS);
  if (s < 0 || !connect(s, (const struct sockaddr *)address, sizeof *address)) return s;
  close(s);
  return -1;
}

/* The variables that the engine gets. Sessions bring their own. */
static char **plain_environment(void) {
  static const char *const KEPT[] = {"PATH=", "HOME=", "USER=", "LOGNAME=", "TMPDIR=", "XDG_", "JAVA_HOME=", "PITSTOP_JAVA_"};
  int count = 0;
  while (environ[count]) count++;
  char **kept = calloc(count + 2, sizeof *kept);
  for (int i = 0, at = 0; kept && i < count; i++) {
    for (size_t k = 0; k < sizeof KEPT / sizeof KEPT[0]; k++) {
      if (!strncmp(environ[i], KEPT[k], strlen(KEPT[k]))) kept[at++] = environ[i];
    }
  }
  return kept;
}

/* In a process of its own: becomes the engine, whose socket is descriptor 3. */
static void become_engine(int listening, const struct sockaddr_un *address) {
  char program[PATH_MAX + 16], log[sizeof address->sun_path + 8];
  snprintf(program, sizeof program, "%s/engine.sh", lib);
  snprintf(log, sizeof log, "%s.log", address->sun_path);
  char *words[] = {"/bin/sh", program, (char *)address->sun_path, NULL}, **environment = plain_environment();
  int nothing = open("/dev/null", O_RDWR), err = open(log, O_CREAT | O_WRONLY | O_APPEND | O_NOFOLLOW, 0600);
  listening = fcntl(listening, F_DUPFD, 10); /* out of the way of what it is to become */
  sigset_t none;
  sigemptyset(&none);
  setsid();
  umask(077);
  sigprocmask(SIG_SETMASK, &none, NULL); /* whatever the first client has blocked or ignores is not the others' */
  for (int sig = 1; sig < 32; sig++) signal(sig, SIG_DFL);
  if (err < 0 || dup2(nothing, 0) || dup2(nothing, 1) != 1 || dup2(err, 2) != 2 || dup2(listening, 3) != 3) _exit(126);
  close_from(4); /* what is left open would keep its readers waiting */
  if (chdir("/") || fork()) _exit(0);
  execve(words[0], words, environment);
  _exit(127);
}

static bool is_limited(int what, rlim_t least) {
  struct rlimit limit;
  return getrlimit(what, &limit) || (least == RLIM_INFINITY ? limit.rlim_cur : limit.rlim_max) < least;
}

/* Starts the engine: only one of many fronts does, and its socket listens before it runs. */
static int start_engine(const struct sockaddr_un *address) {
  char file[sizeof address->sun_path + 8];
  snprintf(file, sizeof file, "%s.lock", address->sun_path);
  if (is_limited(RLIMIT_FSIZE, RLIM_INFINITY) || is_limited(RLIMIT_DATA, RLIM_INFINITY) || is_limited(RLIMIT_NOFILE, MANY_FILES)) {
    return -1; /* all other sessions would be limited as well */
  }
  int lock = open(file, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600), s = -1;
  for (int tries = 0; lock >= 0 && flock(lock, LOCK_EX | LOCK_NB); tries++) {
    if (tries == PATIENCE_MILLIS) close_fd(&lock);
    usleep(1000);
  }
  if (lock < 0) return -1;
  if ((s = dial(address)) < 0 && (errno == ECONNREFUSED || errno == ENOENT)) {
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(address->sun_path);
    if (listening >= 0 && !bind(listening, (const struct sockaddr *)address, sizeof *address) && !listen(listening, 1024)) {
      pid_t pid = fork();
      if (!pid) become_engine(listening, address);
      if (pid > 0) waitpid(pid, NULL, 0);
      close(listening);
      s = dial(address);
    }
  }
  close(lock);
  return s;
}

enum reply { TAKEN, REFUSED, NO_REPLY, ENDED };

/* What the engine says to an offer. As soon as it has said anything, it runs, and may take its time. */
static enum reply reply_of(int s, int millis) {
  struct pollfd waits = {s, POLLIN, 0};
  char answer[5];
  for (;; millis = FIRST_MILLIS) {
    if (poll(&waits, 1, millis) != 1) return NO_REPLY;
    if (recv(s, answer, sizeof answer, MSG_WAITALL) != sizeof answer) return ENDED;
    if (answer[4] != 'W') return answer[4] == 'A' ? TAKEN : REFUSED;
  }
}

/* The engine's Java machine passes texts on as UTF-8 only. */
static bool are_utf8(char **texts) {
  for (; *texts; texts++) {
    for (const unsigned char *c = (unsigned char *)*texts; *c; c++) {
      int more = *c < 0x80 ? 0 : *c >= 0xc2 && *c < 0xe0 ? 1 : (*c & 0xf0) == 0xe0 ? 2 : *c >= 0xf0 && *c < 0xf5 ? 3 : -1;
      if (more < 0) return false;
      for (; more; more--) {
        if ((*++c & 0xc0) != 0x80) return false;
      }
    }
  }
  return true;
}

/* Whether the engine has been started just now, by whomever. */
static bool is_young(const struct sockaddr_un *address) {
  struct stat is;
  return !stat(address->sun_path, &is) && llabs((long long)time(NULL) - is.st_mtim.tv_sec) <= FIRST_MILLIS / 1000;
}

/* Offers the session to the engine. Returns the connection if it takes it over; -1 if this process has to go on without;
   -2 if the engine has just ended, and there may be another one soon. */
static int offer_once(int argc, char **argv, const struct child *server, int words_of_server) {
  struct sockaddr_un address;
  char here[PATH_MAX];
  if (!find_socket(&address) || !getcwd(here, sizeof here) || !are_utf8((char *[]){here, launcher, NULL})) return -1;
  int s = dial(&address);
  if (s < 0 && (s = start_engine(&address)) < 0) return -1;
  int patience = is_young(&address) ? FIRST_MILLIS : PATIENCE_MILLIS;
  struct message m = message_of('H');
  put_number(&m, FORMAT);
  put_number(&m, getpid());
  put_number(&m, server->pid);
  put_number(&m, server->nanos);
  put_number(&m, words_of_server);
  put_text(&m, launcher);
  put_text(&m, here);
  put_texts(&m, argc ? argv + 1 : argv);
  put_texts(&m, environ);
  enum reply reply = send_message(s, &m, NULL, 0) ? reply_of(s, patience) : ENDED;
  if (reply == TAKEN) {
    /* Now it is sure that the engine runs: only now it gets the descriptors, so that nobody else ever reads them. */
    int fds[] = {0, 1, 2, capsule[0], capsule[1], capsule[2], server->in, server->out, server->err};
    m = message_of('G');
    if (send_message(s, &m, fds, server->pid > 0 ? 9 : 6)) {
      within(s, SENDING_MILLIS);
      return s;
    }
    reply = ENDED;
  }
  close(s);
  return reply == ENDED ? -2 : -1;
}

static int offer(int argc, char **argv, const struct child *server, int words_of_server) {
  int s = -2;
  for (int tries = 0; s == -2 && tries < MOST_DEATHS; tries++) s = offer_once(argc, argv, server, words_of_server);
  return s;
}

/* The engine takes no message for a long time; it is gone, or gives the session away. What follows makes no sense then. */
static bool engine_hangs, engine_gone;

static void tell(int s, struct message *m, const int *fds, int count) {
  if (!send_message(s, m, fds, count) && errno == EAGAIN) engine_hangs = true; /* its end is noticed by reading */
}

static struct {
  pid_t pid;
  bool told;  /* the engine knows that it has ended */
  bool stays; /* when the session ends */
} *children;
static int child_count;

static void remember(pid_t pid, bool stays) {
  children = realloc(children, (child_count + 1) * sizeof *children);
  if (!children) exit(2);
  children[child_count].pid = pid;
  children[child_count].stays = stays;
  children[child_count++].told = false;
}

static void end_tree(pid_t pid) {
  char file[64];
  snprintf(file, sizeof file, "/proc/%d/task/%d/children", pid, pid);
  FILE *list = fopen(file, "re");
  for (int child; list && fscanf(list, "%d", &child) == 1;) end_tree(child); /* some have groups of their own */
  if (list) fclose(list);
  kill(pid, SIGKILL);
}

/* The processes of an engine that is gone. The next one starts its own. */
static void end_children(void) {
  for (int i = 0; i < child_count; i++) {
    if (children[i].stays) continue; /* nobody waits for it any more */
    end_tree(children[i].pid);
    kill(-children[i].pid, SIGKILL);
    waitpid(children[i].pid, NULL, 0);
  }
  child_count = 0;
}

/* The same words, for a shell. */
static char **with_shell(char **words) {
  int count = 0;
  while (words[count]) count++;
  char **all = calloc(count + 2, sizeof *all);
  if (!all) exit(2);
  memcpy(all + 1, words, count * sizeof *all);
  all[0] = "/bin/sh";
  return all;
}

/* Starts what the engine asks for. */
static void spawn(int s, struct reader *r) {
  struct order order = {NULL, NULL, NULL, NULL, NULL};
  struct child child;
  long long id = number_in(r);
  order.directory = text_in(r);
  const char *output = text_in(r);
  order.output = output[0] ? output : NULL;
  order.argv = texts_in(r);
  order.env = texts_in(r);
  if (order.argv) order.shell = with_shell(order.argv);
  int failed = order.argv && order.argv[0] && order.env ? start(&order, &child) : ENOMEM;
  struct message m = message_of('C');
  put_number(&m, id);
  put_number(&m, failed);
  put_number(&m, failed ? -1 : child.pid);
  put_number(&m, failed ? 0 : child.nanos);
  put_number(&m, !failed && !order.output);
  int fds[] = {child.in, child.out, child.err};
  tell(s, &m, fds, failed || order.output ? 0 : 3);
  if (!failed) {
    remember(child.pid, order.output != NULL);
    close_pipes(&child);
  }
  free(order.argv);
  free(order.shell);
  free(order.env);
}

/* Tells the engine of the children that have ended. They keep their numbers until the engine has looked at them. */
static void tell_ends(int s) {
  for (int i = 0; i < child_count; i++) {
    siginfo_t end = {.si_pid = 0};
    if (children[i].told) continue;
    bool lost = waitid(P_PID, children[i].pid, &end, WEXITED | WNOHANG | WNOWAIT) && errno == ECHILD;
    if (!lost && !end.si_pid) continue;
    struct message m = message_of('E');
    put_number(&m, children[i].pid);
    put_number(&m, lost ? 128 + SIGKILL : end.si_code == CLD_EXITED ? end.si_status : 128 + end.si_status);
    tell(s, &m, NULL, 0);
    children[i].told = true;
  }
}

/* The engine has looked at the end of this child. */
static void forget(pid_t pid) {
  for (int i = 0; i < child_count; i++) {
    if (children[i].pid == pid && children[i].told) {
      waitpid(pid, NULL, 0);
      children[i] = children[--child_count];
      return;
    }
  }
}

/* Takes what the engine has sent. Returns whether the session goes on; `code` is set if it does not. */
static bool obey(int s, struct message *have, int *code) {
  char chunk[1 << 16];
  ssize_t n = recv(s, chunk, sizeof chunk, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (n <= 0) {
    engine_gone = true;
    return true;
  }
  put(have, chunk, n);
  for (uint32_t length; have->length >= 4;) {
    memcpy(&length, have->bytes, 4);
    engine_hangs = length > LONGEST; /* it makes no sense any more */
    if (engine_hangs || have->length < 4 + (size_t)length) break;
    struct reader r = {have->bytes + 5, have->bytes + 4 + length};
    if (have->bytes[4] == 'P') spawn(s, &r);
    if (have->bytes[4] == 'M') engine_gone = true;
    if (have->bytes[4] == 'R') forget((pid_t)number_in(&r));
    if (have->bytes[4] == 'X') {
      *code = (int)number_in(&r);
      return false;
    }
    have->length -= 4 + length;
    memmove(have->bytes, have->bytes + 4 + length, have->length);
  }
  return true;
}

/* Is the hands of a session that the engine has: starts and reaps its processes, and passes signals on. Returns how the
   session has ended, or GONE if the engine has ended instead. */
static int serve(int s, int signals) {
  struct message have = {NULL, 0, 0};
  for (int code = 1, asked = 0;;) {
    struct pollfd waits[] = {{s, POLLIN, 0}, {signals, POLLIN, 0}};
    struct signalfd_siginfo came;
    if (engine_hangs) {
      signal(SIGPIPE, SIG_IGN);
      fprintf(stderr, "pitstop: the engine does not work any more, so the session ends\n");
      return 1;
    }
    if (engine_gone) {
      free(have.bytes);
      return asked ? 128 + SIGTERM : GONE; /* what was asked to end does not go on */
    }
    int ready = poll(waits, 2, asked > 1 ? ENDING_MILLIS : -1);
    if (!ready) return 128 + SIGTERM; /* it was asked twice, and does not answer */
    if (ready < 0) continue;
    if (waits[1].revents && read(signals, &came, sizeof came) == sizeof came) {
      if (came.ssi_signo == SIGCHLD) {
        tell_ends(s);
      } else {
        struct message m = message_of('S');
        put_number(&m, came.ssi_signo);
        tell(s, &m, NULL, 0);
        asked++;
      }
    }
    if (waits[0].revents && !obey(s, &have, &code)) return code;
  }
}

/* Whether these words begin a session, which the engine can have. */
static bool is_session(char **words) {
  for (size_t i = 0; words[0] && i < sizeof OWN_WORDS / sizeof OWN_WORDS[0]; i++) {
    if (!strcmp(words[0], OWN_WORDS[i]) && strcmp(words[0], "cli") && strcmp(words[0], "mux")) return false;
  }
  for (char **word = words; *word && strcmp(*word, "--"); word++) {
    if (!strcmp(*word, "-h") || !strcmp(*word, "-V") || is_one_of(*word, "--help,--version,--check")) return false;
  }
  return true;
}

/* Names of files in another encoding than UTF-8 need a Java machine of their own (scripts/launch.sh). */
static bool is_utf8(void) {
  const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *locale = getenv(names[i]);
    if (locale && locale[0]) {
      return is_one_of(locale, "C,POSIX") || strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
    }
  }
  return true;
}

/* Whether this process is confined in a way that the engine is not, or would hand on to others. The engine looks at the
   rest (class Confinement). */
static bool is_confined(void) {
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 || is_limited(RLIMIT_CPU, RLIM_INFINITY) ||
         is_limited(RLIMIT_AS, RLIM_INFINITY);
}

/* What PITSTOP_ENGINE says; without it, a file in the packages makes the engine the default. The Java program, which gets
   every session with another value than `on`, says what is wrong with it. */
static bool asks_for_engine(void) {
  const char *wanted = getenv("PITSTOP_ENGINE");
  char file[PATH_MAX + 16];
  snprintf(file, sizeof file, "%s/engine.on", lib);
  return wanted && wanted[0] ? !strcmp(wanted, "on") : !access(file, F_OK);
}

static bool wants_engine(char **words) {
  return asks_for_engine() && !is_confined() && is_session(words) && is_utf8() && are_utf8(words) &&
         are_utf8(environ);
}

int main(int argc, char **argv) {
  if (argc < 1 || !find_lib()) {
    fprintf(stderr, "pitstop: this installation is not complete: there is no start.sh beside %s\n", argc ? argv[0] : "it");
    return 2;
  }
  /* A launcher that is a script says what it was called. */
  const char *given = getenv("PITSTOP_CALLED_AS"), *called = (const char *)getauxval(AT_EXECFN);
  launcher = strdup(given ? given : called ? called : argv[0]);
  unsetenv("PITSTOP_CALLED_AS"); /* neither the server nor its builds are to see it */

  signal(SIGCHLD, SIG_DFL); /* where it was ignored, the ends of children would be lost; the Java program does the same */
  sigset_t ours;
  sigemptyset(&ours);
  sigaddset(&ours, SIGCHLD);
  for (int i = 0; i < 3; i++) {
    int sig = (int[]){SIGTERM, SIGINT, SIGHUP}[i];
    struct sigaction does;
    if (!sigaction(sig, NULL, &does) && does.sa_handler != SIG_IGN) sigaddset(&ours, sig); /* nohup; `pitstop &` */
  }
  bool may = may_start(), engine = may && wants_engine(argv + 1);
  sigprocmask(engine ? SIG_BLOCK : SIG_SETMASK, engine ? &ours : NULL, &given_mask);

  char **command = may ? command_of(argv + 1) : NULL, file[PATH_MAX];
  struct child server = {-1, -1, -1, -1, 0};
  int count = command ? (int)(argv + argc - command) : 0;
  if (command && find(command[0], file)) {
    char **words = calloc(count + 1, sizeof *words);
    if (!words || !launcher) return 2;
    memcpy(words, command, count * sizeof *words);
    words[0] = file;
    start(&(struct order){words, NULL, environ, NULL, NULL}, &server); /* if it fails, the Java program says why */
  }
  int signals = engine && make_capsule() ? signalfd(-1, &ours, SFD_CLOEXEC) : -1;
  bool had = false;
  for (int s, deaths = 0; signals >= 0 && deaths < MOST_DEATHS && (s = offer(argc, argv, &server, count)) >= 0; had = true) {
    long long began = nanos();
    close_pipes(&server);
    if (server.pid > 0) remember(server.pid, false);
    server.pid = -1;
    int code = serve(s, signals);
    close(s);
    if (code != GONE) return code;
    end_children();
    engine_gone = false;
    deaths = nanos() - began < SOON_NANOS ? deaths + 1 : 0;
  }
  if (signals >= 0) close(signals);
  sigprocmask(SIG_SETMASK, &given_mask, NULL);
  return become_java(argc, argv, &server, count, had);
}
