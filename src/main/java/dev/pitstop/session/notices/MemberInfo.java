package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.RunKind;
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

/// Describes one of many servers: as JSON and in a line. Made in a turn.
///
/// @param display its command or URL in one line
/// @param word what `run` does; pid and uptime of that run are shown
/// @param beside about other runs, or nothing
/// @param error why it does not run, if it should
/// @param instructions its instructions
/// @param late its instructions, if the agent does not know them from the handshake
public record MemberInfo(
    String name,
    List<String> argv,
    String display,
    RunKind kind,
    String status,
    String word,
    String beside,
    List<String> tools,
    int toolCount,
    Optional<Run> run,
    Optional<String> error,
    List<String> problems,
    String instructions,
    String late) {
  private static final String AS_BEFORE =
      "its entry in the configuration file changed, but the new entry failed; the old one still"
          + " applies";

  /// How many names of tools are listed for each server.
  private static final int MOST_TOOLS = 100;

  /// How many of them the text shows. An agent pays for the text.
  private static final int SHOWN_TOOLS = 30;

  private static final int MOST_INSTRUCTIONS = 1_000;

  /// @param target how it is run
  /// @param asBefore whether the reload after a change of its entry has failed, and the old server
  ///   serves
  /// @param listed the names under which its tools are listed
  /// @param problems in what it offers
  public static MemberInfo of(
      SessionServer server,
      Target target,
      boolean asBefore,
      List<String> listed,
      List<String> problems,
      String instructions,
      String late) {
    Backend b = server.backend();
    Snapshot s = b.snapshot();
    return new MemberInfo(
        b.name(),
        target.words(),
        b.display(),
        b.kind(),
        s.state().word(),
        RunsNow.word(b.kind(), s),
        RunsNow.beside(s),
        listed.subList(0, Math.min(MOST_TOOLS, listed.size())),
        listed.size(),
        s.newest(),
        s.state().failed()
            ? Optional.of(server.whyDown().strip())
            : s.serving().isEmpty()
                ? s.away()
                    .flatMap(Away::started)
                    .map(started -> DaemonWords.command(started).strip())
                : Optional.empty(),
        asBefore && s.state() instanceof State.Running
            ? Stream.concat(problems.stream(), Stream.of(AS_BEFORE)).toList()
            : problems,
        instructions,
        late);
  }

  public JsonFacts facts() {
    JsonFacts facts = new JsonFacts().with("name", name);
    if (kind.isDaemons()) {
      facts.with("url", argv.getFirst());
    } else {
      facts.with("command", argv.getFirst()).with("args", argv.subList(1, argv.size()));
    }
    return facts
        .with("status", status)
        .with("tools", tools)
        .with("tool_count", toolCount)
        .of(
            run,
            (r, f) ->
                f.with("pid", r.facts().pid()).with("uptime_seconds", r.uptimeMillis() / 1000.0))
        .with("error", error)
        .some("problems", problems)
        .with("instructions", Optional.of(instructions).filter(text -> !text.isEmpty()));
  }

  /// A line for the agent, and the problems.
  public String text() {
    return "`"
        + name
        + "`: "
        + word
        + run.map(r -> RunWords.pid(r.facts().pid()) + ", " + RunWords.age(r)).orElse("")
        + beside
        + "; "
        + Words.count(toolCount, "tool")
        + (tools.isEmpty() ? "" : ": " + Words.some(tools, SHOWN_TOOLS, toolCount))
        + (kind.isDaemons() ? "; url: " : "; command: ")
        + display
        + error.map(MemberInfo::inset).orElse("")
        + problems.stream().map(p -> "\n  " + p).collect(Collectors.joining())
        + (late.isEmpty() ? "" : inset("Its instructions: " + Words.cut(late, MOST_INSTRUCTIONS)));
  }

  private static String inset(String lines) {
    return "\n  " + lines.replace("\n", "\n  ");
  }
}
