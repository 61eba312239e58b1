package dev.pitstop.doctor;

import dev.pitstop.process.Stopped;
import dev.pitstop.project.Language;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks whether a server stops with its client, and what it leaves behind. Its first run is
/// stopped by the end of its stdin, then SIGTERM, then SIGKILL; its second by SIGTERM at once.
///
/// @param stopped the first run
/// @param millis how long that took
/// @param tree its processes when its stdin ended: `sleep 1000 (pid 123)`
/// @param atSigterm whether SIGTERM alone ended the second run; empty if there was none
/// @param behind the processes that the second run left behind
record StopCheck(
    Stopped stopped,
    long millis,
    List<String> tree,
    Optional<Boolean> atSigterm,
    List<String> behind) {
  private static final String AREA = "stop";

  /// @param stepMillis how long it may take to exit at each step
  List<Finding> findings(long stepMillis, Language language) {
    String within = Words.duration(stepMillis);
    String stays = "the server still runs " + within + " after the end of stdin";
    String atEnd =
        "Exit at the end of stdin, or the process runs on after its client is killed: "
            + Signs.atTheEnd(language);
    Stream<Finding> first =
        switch (stopped.how()) {
          case STDIN_CLOSED -> Stream.of();
          case ALREADY_DEAD ->
              Stream.of(
                  Finding.fail(
                      AREA,
                      "the server ended by itself before it was stopped ("
                          + stopped.exit().words()
                          + ")",
                      "Run until stdin ends: clients do not restart a server"));
          case TERMINATED -> Stream.of(Finding.warn(AREA, stays + "; SIGTERM stops it", atEnd));
          case KILLED, SURVIVED ->
              Stream.of(
                  Finding.fail(
                      AREA,
                      stays + ", and " + within + " after SIGTERM",
                      atEnd + ". Also exit on SIGTERM"));
        };
    boolean deaf = stopped.how() == Stopped.How.KILLED || stopped.how() == Stopped.How.SURVIVED;
    int left = stopped.how() == Stopped.How.STDIN_CLOSED ? stopped.descendantsKilled() : 0;
    return Finding.orElse(
        Finding.ok(
            AREA,
            "exits %s after the end of stdin%s; leaves no process behind"
                .formatted(
                    Words.duration(millis), atSigterm.map(t -> ", and at SIGTERM").orElse(""))),
        Finding.all(
            first,
            Finding.warn(
                    AREA,
                    "SIGTERM alone does not stop the server within " + within,
                    "Exit on SIGTERM: clients that do not wait for the end of stdin follow with SIGKILL,"
                        + " and the server has no time to clean up")
                .when(!deaf && !atSigterm.orElse(true)),
            left > 0
                ? Stream.of(leaves("the server leaves ", left).with(tree))
                : leaves("at SIGTERM the server leaves ", behind.size()).ifAny(behind)));
  }

  private static Finding leaves(String begin, int n) {
    return Finding.fail(
        AREA,
        begin + (n == 1 ? "a process" : n + " processes") + " behind",
        "Stop child processes before you exit: clients do not know them, so they run forever"
            + " (`doctor` killed these)");
  }
}
