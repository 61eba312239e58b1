# Sourced. Sets JDK to the home of the first JDK >= 25, or prints one line to stderr and returns 2.
# No process is started for a JDK with a `release` file, as all have; a shim without one is asked once.

# $1: a home, with or without a JDK. Leaves its feature version in jdk_version ("" if there is none).
jdk_version_of() {
  jdk_version=
  if [ ! -x "$1/bin/javac" ] || [ ! -r "$1/release" ]; then
    return 1
  fi
  while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
    case $jdk_line in
      JAVA_VERSION=*)
        jdk_version=${jdk_line#JAVA_VERSION=}
        jdk_version=${jdk_version#\"}
        jdk_version=${jdk_version%%[!0-9]*}
        ;;
    esac
  done <"$1/release"
}

# $1: a home to try, $2: how it was found. Succeeds, with JDK set, if it is a JDK >= 25.
jdk_try() {
  jdk_home=${1%/}
  jdk_version_of "$jdk_home"
  if [ "${jdk_version:-0}" -ge 25 ]; then
    JDK=$jdk_home
    return 0
  fi
  if [ -n "$jdk_version" ]; then
    jdk_seen="$jdk_seen, $2 has $jdk_version"
  else
    jdk_seen="$jdk_seen, $2 has no JDK"
  fi
  return 1
}

# The `java` on the PATH: the home behind its symlinks, or what a shim says of itself.
jdk_of_path() {
  jdk_java=$(command -v java) || return 1
  while [ -h "$jdk_java" ]; do
    jdk_link=$(readlink "$jdk_java")
    case $jdk_link in
      /*) jdk_java=$jdk_link ;;
      *) jdk_java=${jdk_java%/*}/$jdk_link ;;
    esac
  done
  jdk_home=${jdk_java%/bin/java}
  if [ ! -r "$jdk_home/release" ]; then
    jdk_home=$("$jdk_java" -XshowSettings:properties -version 2>&1 </dev/null |
      sed -n 's/^ *java\.home = //p')
  fi
  [ -n "$jdk_home" ]
}

find_jdk() {
  JDK=
  jdk_seen=
  if [ -n "${PITSTOP_JAVA_HOME:-}" ]; then
    jdk_try "$PITSTOP_JAVA_HOME" PITSTOP_JAVA_HOME && return 0
    echo "pitstop: PITSTOP_JAVA_HOME ($PITSTOP_JAVA_HOME) is not a JDK >= 25: looking for another" >&2
  fi
  if [ -n "${JAVA_HOME:-}" ]; then
    jdk_try "$JAVA_HOME" JAVA_HOME && return 0
  fi
  if jdk_of_path; then
    jdk_try "$jdk_home" "java on the PATH" && return 0
  fi
  if [ -x /usr/libexec/java_home ]; then
    jdk_home=$(/usr/libexec/java_home -v 25+ 2>/dev/null) && jdk_try "$jdk_home" java_home && return 0
  fi
  for jdk_home in /usr/lib/jvm/* /usr/java/* /opt/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    if [ -d "$jdk_home" ]; then
      jdk_version_of "$jdk_home"
      if [ "${jdk_version:-0}" -ge 25 ]; then
        JDK=$jdk_home
        return 0
      fi
    fi
  done
  echo "pitstop: no JDK 25 or newer found${jdk_seen:+ (${jdk_seen#, })}, nor in the usual places" \
    "(/usr/lib/jvm, /Library/Java, SDKMAN, Homebrew, ~/.jdks): install one, or set PITSTOP_JAVA_HOME" >&2
  return 2
}

# Maven with that JDK, in an environment in which nothing can print to its output or change its mind.
# JDK 25 warns about old libraries inside Maven 3.8; that is nothing a reader of our output can act on. Maven runs too
# short for C2's code to pay: without it, formatting takes half of the processor time.
run_maven() {
  JAVA_HOME=$JDK MAVEN_OPTS="-XX:TieredStopAtLevel=1 ${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
    mvn -B -ntp "$@" </dev/null
}

need_maven() {
  if ! command -v mvn >/dev/null 2>&1; then
    echo "pitstop: Maven (mvn) is not on the PATH: install Maven 3.8 or newer to build Pitstop" >&2
    return 2
  fi
}
