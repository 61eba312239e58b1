# How the JVM is started: the end of every start.sh, which launchers source. What stands before it sets
#
#   pitstop_java     the program `java`
#   pitstop_main     the words that name the program: `-m MODULE/CLASS`, or the class alone, with
#   pitstop_classes  its class path; empty when the program is linked into the runtime image
#   pitstop_caches   the directory of the start-up caches; empty without them
#   pitstop_mark     a file that was written after them; one that is newer than it has been damaged, perhaps
#   pitstop_crashes  where the JVM leaves a word if it crashes; %p is its process id
#   pitstop_jdk      for `pitstop demo`, which is played with a compiler where there is one; may be empty
#   pitstop_lib      the directory of start.sh
#
# The server is given this shell's environment: so all names begin with pitstop_, and none is exported but PITSTOP_LC_ALL.

# What a session with one server needs, by the first word that is no option and no option's value; one with a daemon,
# or with a command-line program; or one with many: without such a word, or with --config. A wrong guess costs time only.
choose_mode() {
  pitstop_mode=many
  pitstop_value=
  for pitstop_word; do
    if [ -n "$pitstop_value" ]; then
      pitstop_value=
      continue
    fi
    case $pitstop_word in
      --config | --config=*) break ;;
      --url | --url=* | http://* | https://*) pitstop_mode=http && break ;;
      -- | --*=* | --help | --version | --check | -[!-]*) ;;
      --*) pitstop_value=1 ;;
      cli) pitstop_mode=cli && break ;;
      *) pitstop_mode=solo && break ;;
    esac
  done
}

# The JVM takes the encoding of names and words from the locale: without one, as some clients start their servers, or with
# one that is not installed here, nothing outside ASCII would reach it. So it gets C.UTF-8; the program gives its children
# what the client gave (class GivenEnvironment). A locale with another encoding that is installed stays: names of files are
# written in it here.
speak_utf8() {
  unset PITSTOP_LC_ALL
  pitstop_locale=${LC_ALL:-${LC_CTYPE:-${LANG:-}}}
  case $pitstop_locale in
    C.UTF-8 | C.utf8 | "" | C | POSIX) ;;
    *[Uu][Tt][Ff]-8* | *[Uu][Tt][Ff]8*) # the same encoding, if it is installed: then only where C.UTF-8 surely is as well
      [ -d /usr/lib/locale/C.utf8 ] || [ -d /usr/lib/locale/C.UTF-8 ] || return 0
      ;;
    *)
      case $(locale charmap 2>/dev/null) in
        "" | ANSI_X3.4-1968 | US-ASCII) ;;
        *) return 0 ;;
      esac
      ;;
  esac
  PITSTOP_LC_ALL=${LC_ALL+set:$LC_ALL}
  # in braces: some shells say on stderr that they do not know the locale
  { LC_ALL=C.UTF-8; } 2>/dev/null
  export LC_ALL PITSTOP_LC_ALL
}

# - DisplayVMOutputToStderr and the two -Xlog options keep what the JVM itself has to say (a cache that does not fit, a
#   thread dump, a heap it cannot get) away from stdout. Only the first lines of a crash know no other way.
# - The JVM trusts a cache whose header is good, and crashes on damage behind it. Checking it all costs 3 ms; so that is
#   done when the file has been written to since it was made.
# - ArchiveRelocationMode=0 saves 3 MB of private memory. AOTReplayTraining would start a thread that looks for profiles,
#   which the caches do not have (scripts/train.sh); a JDK that no longer knows one of these options is to start all the same.
# - Without ShrinkHeapInSteps, a collection after large messages (class Outbox) gives memory back at once.
#   MaxHeapFreeRatio=80 leaves room for the next one then: to give it back and take it again made results of 8 MiB three
#   times slower. When none comes, little is alive, and the room goes too (class SessionRun).
# - With a daemon, the second compiler has the whole HTTP client of the JDK to compile: there it took twice the time of a
#   call, for 20,000 calls, and 30 MB. So it is not used there, and the first one waits longer, as so much of that client
#   runs at the start. Elsewhere the second one makes half as many calls again in the same time, and both wait as long as
#   the JDK has them wait: longer waits left calls in slow code ten times as long.
# - The young generation has room for the messages of some dozen calls under way, and keeps them until they are answered:
#   otherwise they were taken for old, and the heap grew by 20 MB before it was cleared.
# - ReservedCodeCacheSize takes 48 MB of addresses instead of 240 MB, which are too many where they are short.
# - CompressedClassSpaceSize takes 32 MB of addresses instead of 1 GB, where they are short (ulimit -v); Pitstop needs
#   less than 2, also without a cache.
run_java() {
  choose_mode "$@"
  pitstop_verify=
  if [ "$pitstop_caches/$pitstop_mode.aot" -nt "$pitstop_mark" ]; then
    pitstop_verify=-XX:+VerifySharedSpaces
  fi
  if [ -z "${pitstop_aot:-}" ]; then
    pitstop_aot=${pitstop_caches:+-XX:AOTCache=$pitstop_caches/$pitstop_mode.aot}
  fi
  pitstop_tiers=
  if [ "$pitstop_mode" = http ]; then
    pitstop_tiers="-XX:TieredStopAtLevel=1 -XX:Tier3InvocationThreshold=800 -XX:Tier3MinInvocationThreshold=400"
  fi
  pitstop_terminal=
  if [ -t 0 ]; then
    pitstop_terminal=-Dpitstop.terminal=true # somebody sits there who may not know what it waits for
  fi
  speak_utf8
  exec "$pitstop_java" \
    -XX:+UseSerialGC -XX:-UsePerfData -Xmx256m -Xms10m -Xmn6m -XX:SurvivorRatio=4 \
    -XX:ReservedCodeCacheSize=48m -XX:-ShrinkHeapInSteps -XX:MaxHeapFreeRatio=80 \
    -XX:+UnlockDiagnosticVMOptions -XX:+IgnoreUnrecognizedVMOptions -XX:-AOTReplayTraining \
    -XX:ArchiveRelocationMode=0 -XX:CompressedClassSpaceSize=32m \
    $pitstop_tiers -XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=error:stderr \
    "-XX:ErrorFile=$pitstop_crashes" $pitstop_verify ${pitstop_aot:+"$pitstop_aot"} "-Dpitstop.jdk=$pitstop_jdk" "-Dpitstop.launcher=$0" \
    $pitstop_terminal ${PITSTOP_JAVA_OPTS:-} ${pitstop_classes:+-cp "$pitstop_classes"} $pitstop_main "$@"
}

# The program in place of this shell. As process 1, a container's entry point, Pitstop is given every orphan, and Java
# cannot reap a process that it did not start: they would stay as zombies. A shell that waits reaps them all, so that one
# stays and passes the end on.
run_pitstop() {
  if [ $$ -ne 1 ]; then
    run_java "$@"
  fi
  exec 3<&0 # a command in the background has no stdin of its own
  run_java "$@" <&3 3<&- &
  pitstop_child=$!
  exec 3<&- </dev/null
  trap 'kill -TERM "$pitstop_child"' TERM INT HUP
  wait "$pitstop_child"
  pitstop_status=$?
  while kill -0 "$pitstop_child" 2>/dev/null; do # it was a signal that ended the wait
    wait "$pitstop_child"
    pitstop_status=$?
  done
  exit $pitstop_status
}
