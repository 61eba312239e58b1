# What the front (docs/design/front.md) becomes: the Java program. Lies beside start.sh.
#
#   direct.sh LAUNCHER SERVER [WORD...]   LAUNCHER: as what the user called Pitstop; SERVER: the server that the front has
#                                         started (class HandedProcess reads it), or nothing

pitstop_lib=${0%/*}
pitstop_launcher=$1
pitstop_server=$2
shift 2
. "$pitstop_lib/start.sh"
run_pitstop "$@"
