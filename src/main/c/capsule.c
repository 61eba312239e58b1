/* What a session leaves to its successor (class Shared; docs/design/engine.md, "When the engine dies"): memory that the
   front has made and keeps, and the pipe through which all that goes to the client passes. Results below 0 are error
   numbers of the system. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jni.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "waits.h"

#define SHARED(name) JNICALL Java_dev_pitstop_engine_Shared_##name

enum { CHUNK = 64 * 1024, PAGE = 4096 };

JNIEXPORT jlong SHARED(map)(JNIEnv *env, jclass type, jint fd, jlong size) {
  (void)env, (void)type;
  if (ftruncate(fd, size)) return -errno;
  void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return at == MAP_FAILED ? -errno : (jlong)(intptr_t)at;
}

JNIEXPORT jobject SHARED(view)(JNIEnv *env, jclass type, jlong at, jlong size) {
  (void)type;
  return (*env)->NewDirectByteBuffer(env, (void *)(intptr_t)at, size);
}

JNIEXPORT void SHARED(unmap)(JNIEnv *env, jclass type, jlong at, jlong size) {
  (void)env, (void)type;
  munmap((void *)(intptr_t)at, size);
}

/* Makes memory read as zeros. Whole pages beyond the first few go back to the system. */
JNIEXPORT void SHARED(clear)(JNIEnv *env, jclass type, jlong at, jlong length) {
  (void)env, (void)type;
  intptr_t kept = ((intptr_t)at + CHUNK + PAGE - 1) & -PAGE, end = (intptr_t)(at + length) & -PAGE;
  if (end > kept && !madvise((void *)kept, end - kept, MADV_REMOVE)) {
    memset((void *)end, 0, (intptr_t)(at + length) - end);
    length = kept - (intptr_t)at;
  }
  memset((void *)(intptr_t)at, 0, length);
}

/* Has all pages of a part there. A page that is missed while the process is being killed ends the kernel's copying in the
   middle: the bytes before it would be in the memory, and in the client's pipe as well. */
static void touch(volatile char *from, int length) {
  for (int at = 0; at < length; at += PAGE) from[at] = from[at];
  if (length) from[length - 1] = from[length - 1];
}

/* Reads into the memory, and copies what came into an array. If this process dies between the two, the bytes are there. */
JNIEXPORT jint SHARED(read)(JNIEnv *env, jclass type, jint fd, jlong at, jint length, jbyteArray to, jint from) {
  (void)type;
  void *bytes = (void *)(intptr_t)at;
  int most = length < CHUNK ? length : CHUNK;
  ssize_t n;
  touch(bytes, most);
  while ((n = read(fd, bytes, most)) < 0) {
    int problem = errno == EAGAIN ? wait_for(fd, POLLIN) : -errno;
    if (problem) return problem;
  }
  (*env)->SetByteArrayRegion(env, to, from, (jint)n, bytes);
  return (jint)n;
}

/* Puts a part of the memory into the empty pipe, whose end does not block. The two words say how far it is meant to be
   filled, and how far it is, in the stream of all bytes to the client; `end` is where this part ends there. Returns how
   much there was room for. */
JNIEXPORT jint SHARED(push)(JNIEnv *env, jclass type, jint pipe, jlong at, jint length, jlong words, jlong end) {
  (void)env, (void)type;
  volatile jlong *word = (void *)(intptr_t)words;
  word[0] = end;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  ssize_t n = write(pipe, (void *)(intptr_t)at, length);
  if (n <= 0) return n ? -errno : -EIO;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  word[0] = end - length + n;
  word[1] = end - length + n;
  return (jint)n;
}

/* Copies from the pipe to a file that the system cannot splice to, such as one that is only appended to. */
static int copy(int pipe, int to, int length) {
  char bytes[CHUNK];
  ssize_t n = read(pipe, bytes, length < CHUNK ? length : CHUNK), done = 0;
  if (n <= 0) return n ? -errno : -EIO;
  while (done < n) {
    ssize_t some = write(to, bytes + done, n - done);
    if (some >= 0) {
      done += some;
    } else {
      int problem = errno == EAGAIN ? wait_for(to, POLLOUT) : errno == EINTR ? 0 : -errno;
      if (problem && problem != -EINTR) return problem;
    }
  }
  return (int)n;
}

/* Moves this much from the pipe to the client. Each byte is in the one or has reached the other, whenever this process
   dies. Returns how much it has moved, at least a byte. */
JNIEXPORT jint SHARED(pass)(JNIEnv *env, jclass type, jint pipe, jint to, jint length) {
  (void)env, (void)type;
  ssize_t n;
  while ((n = splice(pipe, NULL, to, NULL, length, 0)) < 0) {
    if (errno == EINVAL) return copy(pipe, to, length);
    int problem = errno == EAGAIN ? wait_for(to, POLLOUT) : -errno;
    if (problem) return problem;
  }
  return n ? (jint)n : -EIO;
}
