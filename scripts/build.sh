#!/bin/sh
# Makes target/dist, which ./pitstop runs: a Java runtime with the program and Gson in it, its start-up caches, the jars.
#
#   scripts/build.sh               builds
#   scripts/build.sh --if-changed  builds only if a source is newer than the last build
#
# Prints to stderr only. Maven's output goes to target/build.log. A running Pitstop is not disturbed: the new
# distribution is made beside the old one and takes its place by a rename. A build that was interrupted leaves
# target/build.unfinished, one that failed target/build.failed, with the time of its beginning.

set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
target=$root/target
dist=$target/dist
log=$target/build.log
lock=$target/build.lock
unfinished=$target/build.unfinished
main=dev.pitstop.cli.Main
. "$root/scripts/find-jdk.sh"
. "$root/scripts/launch.sh"
speak_utf8 # for Maven and the compiler as well: the checkout's own path may not be ASCII

# For the training too, an agent or option of the user's must not end up in the cache.
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS

say() {
  echo "pitstop: $*" >&2
}

# True if there is a distribution that no source is newer than.
up_to_date() {
  [ -f "$dist/start.sh" ] && [ -z "$(changed_since "$dist/start.sh")" ]
}

# Directories count too: theirs is the only time that a removed file changes.
changed_since() {
  find "$root/src/main" "$root/pom.xml" "$root/scripts" -newer "$1" 2>/dev/null | head -n 1
}

# One build at a time: several clients may start their first Pitstop together. mkdir is the atomic step; the owner's
# process id tells a lock that is held from one that was left behind. Fails where nothing can be written.
take_lock() {
  waiting=
  refused=0
  until mkdir "$lock" 2>/dev/null; do
    if [ ! -d "$lock" ]; then # given back just now, or nothing can be made here
      refused=$((refused + 1))
      [ -w "$target" ] && [ $refused -lt 20 ] || return 1
      sleep 0.1
      continue
    fi
    owner=$(cat "$lock/pid" 2>/dev/null)
    if { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; } ||
      [ -n "$(find "$lock" -prune -mmin +15 2>/dev/null)" ]; then # its process id may be another's by now
      # Renamed before it is removed: of several waiters only one gets it, and none removes a fresh lock.
      if mv "$lock" "$lock.stale.$$" 2>/dev/null; then
        rm -rf "$lock.stale.$$"
      else
        [ -w "$target" ] || return 1
        sleep 0.1 # another waiter was faster
      fi
      continue
    fi
    if [ -z "$waiting" ]; then
      waiting=1
      say "waiting for another build to finish (process ${owner:-unknown})"
    fi
    sleep 0.2
  done
  echo $$ >"$lock/pid"
}

# Nothing can be written, as when one user has built and another runs it: what is built is better than nothing.
read_only() {
  if [ "${1:-}" != --if-changed ] || [ ! -f "$dist/start.sh" ]; then
    say "cannot build: no permission to write to $target, or the disk is full"
    exit 2
  fi
  up_to_date || say "the sources are newer than the last build, but $target is not writable: running the last build"
  exit 0
}

# The jar and its library. Static checks and tests are for ./test: they would only make a first run slower.
compile() {
  run_maven -q -f "$root/pom.xml" -Dpitstop.target=target/launcher -Dpitstop.lint=false \
    compile jar:jar@default-jar dependency:copy-dependencies@libraries-of-the-product >>"$log" 2>&1
}

# The program as a module, for the runtime image: its classes with a description that only this knows of, as everything
# else works on the class path.
describe_module() {
  rm -rf "$target/launcher/module"
  cp -R "$target/launcher/classes" "$target/launcher/module" &&
    "$JDK/bin/javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -d "$target/launcher/module" \
      --module-path "$target/launcher/lib" --patch-module dev.pitstop="$target/launcher/classes" \
      "$root/src/main/module/module-info.java" >>"$log" 2>&1
}

# A runtime of its own saves 1 MB, and outlives an update of the JDK; the start-up cache fits one build of the JVM only.
# With the program in it, as a module, a start is faster than from jars, and the cache does not depend on their place and
# time. java.net.http, for URL backends, costs nothing but 1 MB of disk. Not every JDK can link one (no jmods and not built
# for JEP 493): then the JDK itself runs the jars.
# $1: where to
link_runtime() {
  if describe_module && "$JDK/bin/jlink" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC \
    --module-path "$target/launcher/module:$target/launcher/lib" --add-modules dev.pitstop \
    --strip-debug --no-header-files --no-man-pages --output "$1" >>"$log" 2>&1 &&
    "$1/bin/java" -m "dev.pitstop/$main" --version >>"$log" 2>&1; then
    # A distribution's JDK may keep its trusted certificates elsewhere, behind a symlink.
    if [ ! -e "$1/lib/security/cacerts" ] && [ -e "$JDK/lib/security/cacerts" ]; then
      cp "$JDK/lib/security/cacerts" "$1/lib/security/cacerts"
    fi
  else
    say "jlink of $JDK cannot make a runtime image: Pitstop runs on the JDK itself"
    rm -rf "$1"
  fi
}

# What the launcher sources: where things are, and scripts/launch.sh.
# $1: the distribution
write_start() {
  if [ -x "$1/runtime/bin/java" ]; then
    java='$pitstop_lib/runtime/bin/java'
    classes=
    program="-m dev.pitstop/$main"
  else
    java=$JDK/bin/java
    classes="\$pitstop_lib/lib/pitstop.jar:\$pitstop_lib/lib/$gson"
    program=$main
  fi
  {
    cat <<END
pitstop_java="$java"
pitstop_main="$program"
pitstop_classes="$classes"
pitstop_caches=\$pitstop_lib
pitstop_mark=\$pitstop_lib/trained
pitstop_crashes=\${pitstop_lib%/*}/crash-%p.log
pitstop_jdk="$JDK"
END
    cat "$root/scripts/launch.sh"
  } >"$1/start.sh"
}

build() {
  mkdir -p "$target"
  : >"$log"
  # A source that is saved while the build runs must count as newer than the build.
  touch "$target/build.begun"
  started=$(date +%s)
  if [ -e "$unfinished" ]; then
    say "the last build did not finish: building again (log: $log)"
  elif [ -f "$dist/start.sh" ]; then
    say "building again (log: $log)"
  else
    say "first run: building, about 10 to 60 s (log: $log)"
  fi
  touch "$unfinished"
  say "  compiling with Maven and $JDK"
  if ! compile; then
    say "the build failed:"
    # Without Maven's advice on how to read its errors.
    sed -n -e 's/^.*\[ERROR\] /[ERROR] /' -e '/^\[ERROR\] \[Help/d' -e '/^\[ERROR\] -> /d' \
      -e '/-[eX] switch/d' -e '/For more information/d' -e '/^\[ERROR\] ./p' "$log" | head -n 20 >&2
    return 1
  fi

  new=$target/dist.new
  rm -rf "$new" "$target/dist.old"
  mkdir -p "$new/lib"
  cp "$target/launcher/pitstop.jar" "$target"/launcher/lib/*.jar "$new/lib/" || return 1
  gson=$(cd "$target/launcher/lib" && echo gson-*.jar)

  say "  linking the runtime"
  link_runtime "$new/runtime"
  write_start "$new"

  say "  training the start-up cache"
  for mode in solo many http cli; do
    if ! JDK=$JDK sh "$root/scripts/train.sh" "$root" "$new" "$mode" >>"$log" 2>&1; then
      say "cannot make the start-up cache ($mode): Pitstop runs, but starts more slowly (see $log)"
      rm -f "$new/$mode.aot"
    fi
  done

  touch "$new/trained"
  touch -r "$target/build.begun" "$new/start.sh"
  [ ! -e "$dist" ] || mv "$dist" "$target/dist.old"
  mv "$new" "$dist" || return 1
  rm -rf "$target/dist.old"
  say "built in $(($(date +%s) - started)) s"
}

mkdir -p "$target" 2>/dev/null
take_lock || read_only "$@"
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ "${1:-}" = --if-changed ]; then
  if up_to_date; then
    touch -c "$dist/start.sh" 2>/dev/null # so that the next start need not look again; only a hint
    exit 0
  fi
  # These sources have failed to build before: no client shall wait for the same failure at every start.
  if [ -f "$dist/start.sh" ] && [ -f "$target/build.failed" ] && [ -z "$(changed_since "$target/build.failed")" ]; then
    say "the sources do not build (see $log): running the last good build"
    exit 0
  fi
fi

status=2
if find_jdk && need_maven; then
  build
  status=$?
  # It has come to its end, this way or that; what has not, is begun again.
  [ $status -eq 0 ] || mv "$target/build.begun" "$target/build.failed"
  rm -f "$unfinished"
fi
if [ $status -eq 0 ]; then
  rm -f "$target/build.failed"
elif [ "${1:-}" = --if-changed ] && [ -f "$dist/start.sh" ]; then
  say "running the last good build"
  status=0
fi
exit $status
