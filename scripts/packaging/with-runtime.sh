# The head of start.sh in a package that brings its Java runtime. Installers set times as they like, but they unpack in the
# order of the archive, in which the runtime's modules come last.
pitstop_java=$pitstop_lib/runtime/bin/java
pitstop_main="-m dev.pitstop/dev.pitstop.cli.Main"
pitstop_classes=
pitstop_caches=$pitstop_lib
pitstop_mark=$pitstop_lib/runtime/lib/modules
pitstop_crashes=${XDG_STATE_HOME:-${HOME:-}/.local/state}/pitstop/crash-%p.log
pitstop_jdk=
if [ ! -e /lib64/ld-linux-x86-64.so.2 ]; then
  echo "pitstop: the Java runtime in this package needs Linux on x86-64 with glibc; elsewhere, use" \
    "the package without a Java runtime, and a JDK 25 (docs/install.md)" >&2
  exit 2
fi
