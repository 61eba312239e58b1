#!/bin/sh
# Plays a short session with Pitstop so that the JVM can write down what a start needs (JEP 514).
#
#   scripts/train.sh ROOT DIST MODE    makes DIST/MODE.aot: `solo` with one server, `many` with many, `http` with a daemon,
#                                      `cli` with a command-line program (run by $JDK, the home of a JDK)
#
# Client and Pitstop talk through two named pipes, because each next message has to wait for the last answer: a session
# that ends too early would leave half of the classes out.

set -u
root=$1
dist=$2
mode=$3
work=$dist/training
mkdir -p "$work" && mkfifo "$work/in" "$work/out" || exit 1
daemon=
trap 'rm -rf "$work"; [ -z "$daemon" ] || kill "$daemon"' EXIT

pitstop_lib=$dist
. "$dist/start.sh"
pitstop_aot=-XX:AOTCacheOutput=$dist/$mode.aot
case $mode in
  solo)
    prefix=
    after=recompile
    # as if it ran a program that is older than its source: a reload looks for that
    (
      cd "$work" && cp "$root/scripts/training-server.sh" server.sh && mkdir -p target src/main/java/build &&
        echo program >target/server && touch -t 202001010000 target/server && : >pom.xml && : >src/main/java/A.java &&
        ln -s A.java src/main/java/B.java && echo '*.log' >.gitignore && printf '{"name": "training"}\n' >package.json
    ) || exit 1
    set -- --set binary=target/server -- sh server.sh
    ;;
  many)
    prefix=a__
    after=list_servers
    printf '{"mcpServers": {"a": {"command": "sh", "args": ["${SERVER}"]}}}\n' >"$work/pitstop.json"
    set -- --config "$work/pitstop.json"
    ;;
  cli)
    prefix=
    after=server_status
    set -- cli -- sh "$root/scripts/training-tool.sh"
    ;;
  http)
    prefix=
    after=server_status
    mkfifo "$work/port" || exit 1
    "$JDK/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$root/scripts/TrainingDaemon.java" >"$work/port" &
    daemon=$!
    read -r port <"$work/port" || exit 1 # it ended at once
    set -- "http://127.0.0.1:$port/mcp"
    NO_PROXY=127.0.0.1
    export NO_PROXY
    ;;
esac
# One directory is named and one is not, as both take code of their own.
unset XDG_CACHE_HOME
# Without profiles of methods: they are for C2, and each start would read them.
PITSTOP_JAVA_OPTS="${PITSTOP_JAVA_OPTS:-} -XX:-AOTRecordTraining"
(cd "$work" && SERVER=$root/scripts/training-server.sh HOME=$work XDG_STATE_HOME=$work XDG_RUNTIME_DIR=$work/run run_java "$@" <in >out) &
pid=$!
(sleep 60 && kill "$pid") >/dev/null 2>&1 &
watchdog=$!
exec 3>"$work/in" 4<"$work/out"

# $1: a request, $2: its id. Skips notifications and requests of the server on the way to the answer.
ask() {
  printf '%s\n' "$1" >&3
  while IFS= read -r reply <&4; do
    printf '%s\n' "$reply"
    case $reply in
      *"\"id\":$2"[,}]*) return 0 ;;
    esac
  done
  return 1
}

ask '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"training","version":"1"}}}' 1 &&
  printf '%s\n' '{"jsonrpc":"2.0","method":"notifications/initialized"}' >&3 &&
  ask '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' 2 &&
  ask '{"jsonrpc":"2.0","id":3,"method":"ping"}' 3 &&
  ask '{"jsonrpc":"2.0","id":4,"method":"prompts/list"}' 4 &&
  ask '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"'"${prefix}"'echo","arguments":{"text":"a"}}}' 5 &&
  ask '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"'"${prefix}"'echo","arguments":{"text":"events"}}}' 6 &&
  ask '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"'"${after}"'","arguments":{}}}' 7
played=$?

# The session's socket opens a moment after the first answer. Its classes belong in the cache: all sessions share that
# memory. $work may be too long a path for a socket, so this does not wait for ever.
tries=0
while [ $tries -lt 30 ] && ! [ -e "$work/run/pitstop" ]; do
  sleep 0.1
  tries=$((tries + 1))
done
sleep 0.3

exec 3>&- # the end of the session: Pitstop leaves, and the JVM writes the cache
cat <&4
wait "$pid"
status=$?
kill "$watchdog" 2>/dev/null
echo "training: session ${played}, exit code ${status}"
[ "$played" -eq 0 ] && [ -s "$dist/$mode.aot" ]
