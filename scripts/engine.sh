# What the front starts as the resident engine (docs/design/engine.md). Lies beside start.sh; descriptor 3 is its socket.
#
#   engine.sh SOCKET   the file of the socket

pitstop_lib=${0%/*}
pitstop_launcher=
pitstop_server=
. "$pitstop_lib/start.sh"

# It lives long: the second compiler pays, and one heap is for all sessions.
pitstop_tuning="-Xmx1g -Xms8m -Xmn4m"
pitstop_main=${pitstop_main%Main}Resident
choose_mode() {
  pitstop_mode=solo
}
run_java "$@"
