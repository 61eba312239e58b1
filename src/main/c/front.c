/* Pitstop's front: the program that a client starts (docs/design/front.md). It starts the server of a plain command line
   itself, before there is a Java machine, and then becomes that Java machine, which takes the server over. Everything
   that has to be known before a server may start is left to the Java program, and so is every mistake: the front prints
   nothing. Linux only; elsewhere, and without a C compiler, the launchers start the Java machine themselves.

   Built by scripts/build.sh. The tables below are a part of those in OptionTable and OwnWords; FrontTest compares them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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
  "ui",     "call",    "tools",     "replay", "completion", "help", "version", "cli",    "status", "mux",
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
    } else if (!*words || !is_valid(&OPTIONS[i], *words++)) {
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

struct server {
  pid_t pid;
  int in, out, err; /* our ends of its pipes */
  long long nanos;  /* when it was started, on the clock that System.nanoTime shows */
};

static void close_others(void) {
  if (!syscall(SYS_close_range, 3U, ~0U, 0U)) return;
  long most = sysconf(_SC_OPEN_MAX); /* a kernel before 5.9 */
  for (int fd = 3; fd < most && fd < 65536; fd++) close(fd);
}

/* In the child: never returns. Nothing here may touch memory that the parent relies on. */
static void become_server(char **command, const char *file, int in, int out, int err, pid_t parent, volatile int *failed) {
  setsid(); /* class OsSpawner has its children in sessions of their own too */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2) {
    close_others();
    execv(file, command);
  }
  *failed = 1;
  _exit(127);
}

static void close_both(int pipe[2]) {
  if (pipe[0] >= 0) close(pipe[0]);
  if (pipe[1] >= 0) close(pipe[1]);
}

/* Starts the server. Its pipes stay open when this process becomes another program. */
static bool start(char **command, struct server *server) {
  char file[PATH_MAX];
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
  volatile int failed = 0; /* the child shares our memory until it runs another program */
  pid_t parent = getpid();
  if (!find(command[0], file)) return false;
  bool piped = !pipe2(in, O_CLOEXEC) && !pipe2(out, O_CLOEXEC) && !pipe2(err, O_CLOEXEC);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  pid_t pid = piped ? vfork() : -1;
  if (pid == 0) {
    command[0] = file;
    become_server(command, file, in[0], out[1], err[1], parent, &failed);
  }
  if (pid < 0 || failed) { /* the Java program says why */
    if (pid > 0) waitpid(pid, NULL, 0);
    close_both(in);
    close_both(out);
    close_both(err);
    return false;
  }
  close(in[0]);
  close(out[1]);
  close(err[1]);
  *server = (struct server){pid, in[1], out[0], err[0], now.tv_sec * 1000000000LL + now.tv_nsec};
  fcntl(server->in, F_SETFD, 0);
  fcntl(server->out, F_SETFD, 0);
  fcntl(server->err, F_SETFD, 0);
  return true;
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

/* The directory of start.sh: that of this file, or `lib` beside its `bin`. */
static bool find_lib(char lib[PATH_MAX]) {
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

int main(int argc, char **argv) {
  char lib[PATH_MAX], direct[PATH_MAX + 16], handed[128] = "";
  if (argc < 1 || !find_lib(lib)) {
    fprintf(stderr, "pitstop: this installation is not complete: there is no start.sh beside %s\n", argc ? argv[0] : "it");
    return 2;
  }
  /* A launcher that is a script says what it was called. */
  const char *given = getenv("PITSTOP_CALLED_AS"), *called = (const char *)getauxval(AT_EXECFN);
  char *launcher = strdup(given ? given : called ? called : argv[0]);
  unsetenv("PITSTOP_CALLED_AS"); /* neither the server nor its builds are to see it */
  char **words = calloc(argc + 5, sizeof *words);
  if (!launcher || !words) return 2;

  char **command = may_start() ? command_of(argv + 1) : NULL;
  struct server server;
  if (command) {
    int count = (int)(argv + argc - command);
    char **copy = calloc(count + 1, sizeof *copy); /* its first word becomes the file */
    if (copy && memcpy(copy, command, count * sizeof *copy) && start(copy, &server)) {
      snprintf(handed, sizeof handed, "%d,%d,%d,%d,%lld,%d", server.pid, server.in, server.out, server.err, server.nanos,
               count);
    }
  }

  snprintf(direct, sizeof direct, "%s/direct.sh", lib);
  words[0] = "/bin/sh";
  words[1] = direct;
  words[2] = launcher;
  words[3] = handed;
  memcpy(words + 4, argv + 1, argc * sizeof *words); /* with the null at their end */
  execv(words[0], words);
  fprintf(stderr, "pitstop: cannot run /bin/sh: %s\n", strerror(errno));
  return 2; /* the server ends with its parent */
}
