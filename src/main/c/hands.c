/* The two calls of the system that the Java program needs for a server which the front has started (class HandedProcess;
   docs/design/front.md) and that the JDK offers for its own children only. */
#include <errno.h>
#include <jni.h>
#include <sys/wait.h>
#include <unistd.h>

/* Waits for the end of a child, and takes it out of the system's table.

   Returns its exit code, or 128 and the number of the signal that ended it; -1 if it is no child of this process. */
JNIEXPORT jint JNICALL Java_dev_pitstop_process_Hands_reap(JNIEnv *env, jclass type, jint pid) {
  (void)env;
  (void)type;
  int status;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

JNIEXPORT void JNICALL Java_dev_pitstop_process_Hands_close(JNIEnv *env, jclass type, jint fd) {
  (void)env;
  (void)type;
  close(fd);
}
