# What the front starts as the resident engine (docs/design/engine.md). Lies beside start.sh; descriptor 3 is its socket.
#
#   engine.sh SOCKET   the file of the socket

pitstop_lib=${0%/*}
pitstop_launcher=
pitstop_server=
. "$pitstop_lib/start.sh"

# It lives long: the second compiler pays, and one heap is for all sessions. Each thread of the JVM touches as much of its
# stack as native code may need: 40 KB are enough here, and half of the default. What a compilation has freed goes back to
# the system every few seconds.
pitstop_tuning="-Xmx1g -Xms12m -Xmn8m -XX:StackShadowPages=10 -XX:TrimNativeHeapInterval=5000"
pitstop_main=${pitstop_main%Main}Resident
pitstop_aot=${PITSTOP_JAVA_AOT:+-XX:AOTCacheOutput=$PITSTOP_JAVA_AOT} # while it is trained
choose_mode() {
  pitstop_mode=engine
}
run_java "$@"
