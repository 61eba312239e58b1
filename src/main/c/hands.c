/* What the Java program needs of the system and the JDK does not offer (class Hands): the end of a child that the front
   has started (docs/design/front.md), and for the engine descriptors that come through a socket (docs/design/engine.md).
   Results below 0 are error numbers of the system. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jni.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "waits.h"

#define HANDS(name) JNICALL Java_dev_pitstop_process_Hands_##name

/* A signal that nobody else here uses: it ends a call that blocks. */
#define WAKE (SIGRTMAX - 3)

/* Bytes pass through the stack, as in the JDK's own streams. */
enum { CHUNK = 64 * 1024, MOST_FDS = 9 };

JNIEXPORT jint HANDS(reap)(JNIEnv *env, jclass type, jint pid) {
  (void)env, (void)type;
  int status;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

JNIEXPORT void HANDS(close)(JNIEnv *env, jclass type, jint fd) {
  (void)env, (void)type;
  close(fd);
}

JNIEXPORT jint HANDS(accept)(JNIEnv *env, jclass type, jint listening, jint millis) {
  (void)env, (void)type;
  struct pollfd waits = {listening, POLLIN, 0};
  int ready = poll(&waits, 1, millis);
  if (ready <= 0) return ready ? -errno : -EAGAIN;
  int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

JNIEXPORT void HANDS(within)(JNIEnv *env, jclass type, jint fd, jint millis) {
  (void)env, (void)type;
  struct timeval limit = {millis / 1000, millis % 1000 * 1000};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

JNIEXPORT void HANDS(refuse)(JNIEnv *env, jclass type, jint listening) {
  (void)env, (void)type;
  shutdown(listening, SHUT_RDWR);
}

JNIEXPORT jint HANDS(peer)(JNIEnv *env, jclass type, jint fd) {
  (void)env, (void)type;
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length)) return -errno;
  return peer.uid == geteuid() ? peer.pid : -EPERM;
}

JNIEXPORT jint HANDS(receive)(JNIEnv *env, jclass type, jint fd, jbyteArray to, jint from, jint length, jintArray fds) {
  (void)type;
  char bytes[CHUNK];
  union {
    char bytes[CMSG_SPACE(MOST_FDS * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {bytes, length < CHUNK ? length : CHUNK};
  struct msghdr whole = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control};
  ssize_t n = recvmsg(fd, &whole, MSG_CMSG_CLOEXEC);
  if (n < 0) return -errno;
  jint came[MOST_FDS];
  int count = 0;
  struct cmsghdr *c = CMSG_FIRSTHDR(&whole);
  if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
    count = (int)((c->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(came, CMSG_DATA(c), count * sizeof(int));
  }
  if (whole.msg_flags & MSG_CTRUNC) { /* there was no room for all: the message makes no sense without them */
    while (count > 0) close(came[--count]);
    return -EMFILE;
  }
  for (int i = count; i < MOST_FDS; i++) came[i] = -1;
  (*env)->SetIntArrayRegion(env, fds, 0, MOST_FDS, came);
  (*env)->SetByteArrayRegion(env, to, from, (jint)n, (jbyte *)bytes);
  return (jint)n;
}

/* Copies as much of an array as there is room for. Returns how much, or an error. */
static int part_of(JNIEnv *env, jbyteArray from, jint at, jint length, char to[CHUNK]) {
  int part = length < CHUNK ? length : CHUNK;
  (*env)->GetByteArrayRegion(env, from, at, part, (jbyte *)to);
  return (*env)->ExceptionCheck(env) ? -EINVAL : part;
}

JNIEXPORT jint HANDS(send)(JNIEnv *env, jclass type, jint fd, jbyteArray from, jint at, jint length) {
  (void)type;
  char bytes[CHUNK];
  int part = part_of(env, from, at, length, bytes);
  if (part < 0) return part;
  ssize_t n = send(fd, bytes, part, MSG_NOSIGNAL);
  return n < 0 ? -errno : (jint)n;
}

JNIEXPORT jint HANDS(read)(JNIEnv *env, jclass type, jint fd, jbyteArray to, jint from, jint length) {
  (void)type;
  char bytes[CHUNK];
  ssize_t n;
  while ((n = read(fd, bytes, length < CHUNK ? length : CHUNK)) < 0) {
    int problem = errno == EAGAIN ? wait_for(fd, POLLIN) : -errno;
    if (problem) return problem;
  }
  (*env)->SetByteArrayRegion(env, to, from, (jint)n, (jbyte *)bytes);
  return (jint)n;
}

JNIEXPORT jint HANDS(write)(JNIEnv *env, jclass type, jint fd, jbyteArray from, jint at, jint length) {
  (void)type;
  char bytes[CHUNK];
  int part = part_of(env, from, at, length, bytes);
  if (part < 0) return part;
  ssize_t n;
  while ((n = write(fd, bytes, part)) < 0) {
    int problem = errno == EAGAIN ? wait_for(fd, POLLOUT) : -errno;
    if (problem) return problem;
  }
  return (jint)n;
}

JNIEXPORT jint HANDS(available)(JNIEnv *env, jclass type, jint fd) {
  (void)env, (void)type;
  int bytes = 0;
  return ioctl(fd, FIONREAD, &bytes) ? -errno : bytes;
}

JNIEXPORT jint HANDS(capacity)(JNIEnv *env, jclass type, jint fd) {
  (void)env, (void)type;
  int bytes = fcntl(fd, F_GETPIPE_SZ);
  return bytes < 0 ? -errno : bytes;
}

static void woken(int signal) { (void)signal; }

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  (void)vm, (void)reserved;
  struct sigaction does = {.sa_handler = woken}; /* not restarted: the call ends with EINTR */
  sigaction(WAKE, &does, NULL);
  return JNI_VERSION_10;
}

/* Whoever started this process may have blocked the signal, and threads inherit that. */
static __thread int can_be_woken;

JNIEXPORT jlong HANDS(thread)(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  if (!can_be_woken) {
    sigset_t wake;
    sigemptyset(&wake);
    sigaddset(&wake, WAKE);
    can_be_woken = !pthread_sigmask(SIG_UNBLOCK, &wake, NULL);
  }
  return (jlong)pthread_self();
}

JNIEXPORT void HANDS(wake)(JNIEnv *env, jclass type, jlong thread) {
  (void)env, (void)type;
  pthread_kill((pthread_t)thread, WAKE);
}
