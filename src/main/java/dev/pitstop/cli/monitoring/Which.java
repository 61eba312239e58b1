package dev.pitstop.cli.monitoring;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.PastSession;
import dev.pitstop.monitoring.Session;
import dev.pitstop.monitoring.Sessions;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Chooses the session that a command is about: the one with the pid of `--session`, or the one of
/// this directory. Never guesses.
///
/// @param desk where the command is carried out
/// @param pid of `--session`
public record Which(Desk desk, Optional<Long> pid) {
  private static final int MOST_DIGITS = 9;
  private static final int MOST_NAMED = 10;

  public static Which of(Desk desk, Options o) throws UsageException {
    return new Which(desk, pid(o));
  }

  /// The pid of `--session`.
  public static Optional<Long> pid(Options o) throws UsageException {
    Optional<String> given = o.one("session");
    if (given.isPresent() && !Words.isNumber(given.get(), MOST_DIGITS)) {
      throw new UsageException("--session: `" + given.get() + "` is not a pid");
    }
    return given.map(Long::parseLong);
  }

  /// The sessions that run. Stderr names those that do not answer.
  Sessions running() throws IOException {
    Sessions all = Sessions.find(desk.places());
    for (Sessions.Silent silent : all.silent()) {
      desk.note("session " + silent.pid() + " is left out: " + silent.why());
    }
    return all;
  }

  /// A session that runs.
  public Live live() throws IOException, Refusal {
    Sessions all = running();
    List<Live> meant = meant(all);
    if (meant.size() != 1) {
      throw unclear(all, meant);
    }
    return meant.getFirst();
  }

  /// A session that runs; if none does, the last one of this directory, or the one of `--session`.
  Session liveOrPast() throws IOException, Refusal {
    Sessions all = running();
    List<Live> meant = meant(all);
    if (meant.size() == 1) {
      return meant.getFirst();
    }
    Optional<PastSession> past = meant.isEmpty() ? past() : Optional.empty();
    if (past.isEmpty()) {
      throw unclear(all, meant);
    }
    JsonLine header = past.get().header();
    desk.note(
        "%s; this is the journal of session %d%s, which began %s ago"
            .formatted(
                pid.isPresent() ? "this session has ended" : "no session runs in this directory",
                past.get().pid(),
                client(header).map(c -> " (" + c + ")").orElse(""),
                desk.age(header.number("started"))));
    return past.get();
  }

  private List<Live> meant(Sessions all) {
    return pid.isPresent() ? all.of(pid.get()).stream().toList() : all.in(desk.here());
  }

  private Optional<PastSession> past() throws IOException {
    return PastSession.all(desk.places().journals()).stream()
        .filter(s -> pid.isPresent() ? s.pid() == pid.get() : s.isIn(desk.here()))
        .findFirst();
  }

  private Refusal unclear(Sessions all, List<Live> meant) {
    String what =
        pid.isPresent()
            ? "no session has the pid " + pid.get()
            : meant.isEmpty()
                ? "no session runs in this directory"
                : meant.size() + " sessions run in this directory";
    String beside = all.silent().isEmpty() ? "" : " that answers";
    List<Live> choice = meant.isEmpty() ? all.alive() : meant;
    if (choice.isEmpty()) {
      return pid.isPresent() ? new Refusal(2, what) : new Refusal(1, "no session runs" + beside);
    }
    StringBuilder text = new StringBuilder(what + "; choose one with --session PID:");
    for (Live each : choice) {
      String servers = String.join(", ", each.servers());
      String line =
          "--session %d  %s in %s, up %s%s"
              .formatted(
                  each.pid(),
                  client(each.status()).orElse("a client"),
                  each.directory(),
                  desk.age(each.status().number("started")),
                  servers.isEmpty() ? "" : ": " + servers);
      text.append("\n  ").append(String.join("\n      ", Words.lines(line, desk.width() - 6)));
    }
    return new Refusal(2, text.toString());
  }

  /// @param server that the command names, if any
  /// @param servers of the session
  static void check(Optional<String> server, Collection<String> servers) throws Refusal {
    if (server.isPresent() && !servers.contains(server.get())) {
      List<String> all = servers.stream().sorted().toList();
      String has = all.isEmpty() ? "" : "; it has " + Words.some(all, MOST_NAMED, all.size());
      throw new Refusal(
          2,
          "this session has no server `%s`%s"
              .formatted(
                  server.get(), Nearest.question(server.get(), servers, "`%s`").orElse(has)));
    }
  }

  /// `claude-code 2.1.0`: name and version of a session's client, if they are known.
  static Optional<String> client(JsonLine session) {
    String name = session.text("client");
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of((name + " " + session.text("clientVersion")).strip());
  }
}
