package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.Target;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Describes one of many servers as it is now: as JSON and in a line. Called in turns of the
/// monitor.
///
/// @param error why it does not run, if it should; made once, as it tells what is told once
/// @param listed the names under which its tools are listed
/// @param problems in what it offers
/// @param late its instructions, if the agent does not know them from the handshake
public record MemberInfo(
    SessionServer server,
    Target target,
    Optional<String> error,
    List<String> listed,
    List<String> problems,
    String instructions,
    String late) {
  private static final String AS_BEFORE =
      "its entry in the configuration file changed, but the new entry failed; the old one still"
          + " applies";

  private static final int MOST_TOOLS = 100;

  /// How many of them the text shows. An agent pays for the text.
  private static final int SHOWN_TOOLS = 30;

  private static final int MOST_INSTRUCTIONS = 1_000;

  /// @param asBefore whether the reload after a change of its entry has failed, and the old server
  ///   serves
  public static MemberInfo of(
      SessionServer server,
      Target target,
      boolean asBefore,
      List<String> listed,
      List<String> flaws,
      String instructions,
      String late) {
    boolean still = asBefore && server.backend().state() instanceof State.Running;
    List<String> problems =
        still ? Stream.concat(flaws.stream(), Stream.of(AS_BEFORE)).toList() : flaws;
    return new MemberInfo(server, target, error(server), listed, problems, instructions, late);
  }

  private Backend backend() {
    return server.backend();
  }

  private boolean isDaemon() {
    return backend().kind().isDaemons();
  }

  private List<String> tools() {
    return listed.subList(0, Math.min(MOST_TOOLS, listed.size()));
  }

  private static Optional<String> error(SessionServer server) {
    Snapshot s = server.backend().snapshot();
    if (s.state().failed()) {
      return Optional.of(server.whyDown().strip());
    }
    return s.serving().isEmpty()
        ? s.away().flatMap(Away::started).map(started -> DaemonWords.command(started).strip())
        : Optional.empty();
  }

  public JsonFacts facts() {
    Snapshot s = backend().snapshot();
    List<String> words = target.words();
    JsonFacts facts = new JsonFacts().with("name", backend().name());
    if (isDaemon()) {
      facts.with("url", words.getFirst());
    } else {
      facts.with("command", words.getFirst()).with("args", words.subList(1, words.size()));
    }
    return facts
        .with("status", s.state().word())
        .with("tools", tools())
        .with("tool_count", listed.size())
        .of(
            s.newest(),
            (r, f) ->
                f.with("pid", r.facts().pid()).with("uptime_seconds", r.uptimeMillis() / 1000.0))
        .with("error", error)
        .some("problems", problems)
        .with("instructions", Optional.of(instructions).filter(text -> !text.isEmpty()));
  }

  /// A line for the agent, and the problems.
  public String text() {
    Snapshot s = backend().snapshot();
    return "`"
        + backend().name()
        + "`: "
        + RunsNow.word(backend().kind(), s)
        + s.newest().map(r -> RunWords.pid(r.facts().pid()) + ", " + RunWords.age(r)).orElse("")
        + RunsNow.beside(s)
        + "; "
        + Words.count(listed.size(), "tool")
        + (listed.isEmpty() ? "" : ": " + Words.some(tools(), SHOWN_TOOLS, listed.size()))
        + (isDaemon() ? "; url: " : "; command: ")
        + backend().display()
        + error.map(MemberInfo::inset).orElse("")
        + problems.stream().map(p -> "\n  " + p).collect(Collectors.joining())
        + (late.isEmpty() ? "" : inset("Its instructions: " + Words.cut(late, MOST_INSTRUCTIONS)));
  }

  private static String inset(String lines) {
    return "\n  " + lines.replace("\n", "\n  ");
  }
}
