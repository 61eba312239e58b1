#!/bin/sh
# Makes target/dist, which ./pitstop runs: the jar, Gson, a trimmed Java runtime and the AOT cache.
#
#   scripts/build.sh               builds
#   scripts/build.sh --if-changed  builds only if a source is newer than the last build
#
# Prints to stderr only. Maven's output goes to target/build.log. A running Pitstop is not disturbed: the new
# distribution is made beside the old one and takes its place by a rename.

set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
target=$root/target
dist=$target/dist
log=$target/build.log
lock=$target/build.lock
main=dev.pitstop.cli.Main
. "$root/scripts/find-jdk.sh"

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
  find "$root/src/main" "$root/pom.xml" "$root/scripts" -newer "$1" | head -n 1
}

# One build at a time: several clients may start their first Pitstop together. mkdir is the atomic step; the owner's
# process id tells a lock that is held from one that was left behind.
take_lock() {
  waiting=
  until mkdir "$lock" 2>/dev/null; do
    owner=$(cat "$lock/pid" 2>/dev/null)
    if { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; } ||
      [ -n "$(find "$lock" -prune -mmin +15 2>/dev/null)" ]; then # its process id may be another's by now
      # Renamed before it is removed: of several waiters only one gets it, and none removes a fresh lock.
      mv "$lock" "$lock.stale.$$" 2>/dev/null && rm -rf "$lock.stale.$$"
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

# The jar and its library. Static checks and tests are for ./test: they would only make a first run slower.
compile() {
  run_maven -q -f "$root/pom.xml" -Dpitstop.target=target/launcher -Dpitstop.lint=false \
    compile jar:jar@default-jar dependency:copy-dependencies@libraries-of-the-product >>"$log" 2>&1
}

# A runtime of its own saves 1 ms and 1 MB, and outlives an update of the JDK; the start-up cache fits one build of the
# JVM only. java.net.http, for URL backends, costs nothing but 1 MB of disk. Kept between builds. Not every JDK can link
# one (no jmods and not built for JEP 493): then the JDK itself runs Pitstop.
link_runtime() {
  runtime=$target/runtime
  modules=java.base,java.net.http,jdk.unsupported
  made_of="$JDK $modules $(cat "$JDK/release")"
  if [ "$(cat "$runtime/made-of" 2>/dev/null)" = "$made_of" ]; then
    return
  fi
  rm -rf "$runtime.new" "$runtime.old"
  if "$JDK/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages \
    --output "$runtime.new" >>"$log" 2>&1 && "$runtime.new/bin/java" -version >>"$log" 2>&1; then
    # A distribution's JDK may keep its trusted certificates elsewhere, behind a symlink.
    if [ ! -e "$runtime.new/lib/security/cacerts" ] && [ -e "$JDK/lib/security/cacerts" ]; then
      cp "$JDK/lib/security/cacerts" "$runtime.new/lib/security/cacerts"
    fi
    echo "$made_of" >"$runtime.new/made-of"
    [ ! -e "$runtime" ] || mv "$runtime" "$runtime.old"
    mv "$runtime.new" "$runtime"
    rm -rf "$runtime.old"
  else
    say "jlink of $JDK cannot make a runtime image; running with the JDK itself"
    rm -rf "$runtime" "$runtime.new"
  fi
}

# What the launcher sources.
# - DisplayVMOutputToStderr and the two -Xlog options keep what the JVM itself has to say (a cache that does not fit, a
#   thread dump, a heap it cannot get) away from stdout. Only the first lines of a crash know no other way.
# - The JVM trusts a cache whose header is good, and crashes on damage behind it. Checking it all costs 3 ms; so that is
#   done when the file has been written to since it was made.
# - ArchiveRelocationMode=0 saves 3 MB of private memory.
# - CompressedClassSpaceSize takes 32 MB of addresses instead of 1 GB, where they are short (ulimit -v); Pitstop needs
#   less than 2, also without a cache.
# - pitstop.jdk is for `pitstop demo`, which needs a compiler.
write_start() {
  if [ -x "$target/runtime/bin/java" ]; then
    java='$root/target/runtime/bin/java'
  else
    java=$JDK/bin/java
  fi
  cat >"$1" <<END
java="$java"
run_java() {
  # What a session with one server needs, by the first word that is no option and no option's value; one with a daemon;
  # or one with many: without such a word, or with --config. A wrong guess costs time only.
  mode=many
  value=
  for arg; do
    if [ -n "\$value" ]; then
      value=
      continue
    fi
    case \$arg in
      mux | --config | --config=*) break ;;
      -- | --*=* | --help | --version | --check | -[!-]*) ;;
      --*) value=1 ;;
      http://* | https://*) mode=http && break ;;
      *) mode=solo && break ;;
    esac
  done
  verify=
  if [ "\$dist/\$mode.aot" -nt "\$dist/trained" ]; then
    verify=-XX:+VerifySharedSpaces
  fi
  exec "\$java" \\
    -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx256m -Xms8m -Xmn4m \\
    -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:CompressedClassSpaceSize=32m \\
    -XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=error:stderr \\
    "-XX:ErrorFile=\$root/target/crash-%p.log" \$verify \\
    "\${pitstop_aot:--XX:AOTCache=\$dist/\$mode.aot}" "-Dpitstop.jdk=$JDK" \${PITSTOP_JAVA_OPTS:-} \\
    -cp "\$dist/lib/pitstop.jar:\$dist/lib/$gson" $main "\$@"
}
END
}

build() {
  mkdir -p "$target"
  : >"$log"
  # A source that is saved while the build runs must count as newer than the build.
  touch "$target/build.begun"
  started=$(date +%s)
  if [ -f "$dist/start.sh" ]; then
    say "building again (log: $log)"
  else
    say "first run: building, about 10 to 60 s (log: $log)"
  fi
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
  link_runtime
  write_start "$new/start.sh"

  say "  training the start-up cache"
  for mode in solo many http; do
    if ! JDK=$JDK sh "$root/scripts/train.sh" "$root" "$new" "$mode" >>"$log" 2>&1; then
      say "no start-up cache ($mode) could be made: Pitstop runs, but starts more slowly (see $log)"
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

mkdir -p "$target" || exit 1
take_lock
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

find_jdk && need_maven && touch "$target/build.failed" && build
status=$?
if [ $status -eq 0 ]; then
  rm -f "$target/build.failed"
elif [ "${1:-}" = --if-changed ] && [ -f "$dist/start.sh" ]; then
  say "running the last good build"
  status=0
fi
exit $status
