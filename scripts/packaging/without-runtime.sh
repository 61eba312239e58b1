# The head of start.sh in a package without a Java runtime: it runs on a JDK of the user's, without a start-up cache.
pitstop_jdk=$(. "$pitstop_lib/find-jdk.sh" && find_jdk </dev/null && printf '%s\n' "$JDK") || {
  echo "pitstop: only the packages for Linux on x86-64 with glibc contain a Java runtime" >&2
  exit 2
}
pitstop_java=$pitstop_jdk/bin/java
pitstop_main=dev.pitstop.cli.Main
pitstop_classes=$pitstop_lib/pitstop.jar:$pitstop_lib/@GSON@
pitstop_caches=
pitstop_mark=$pitstop_lib/pitstop.jar
pitstop_crashes=${XDG_STATE_HOME:-${HOME:-}/.local/state}/pitstop/crash-%p.log
