package dev.pitstop.session.tools;

import dev.pitstop.catalog.Entry;
import dev.pitstop.compare.Comparison;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Verdict;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Makes calls of the session again and compares their answers with the earlier ones.
///
/// Of the calls that are not named by number, only those are sent that cannot do harm: of read-only
/// and idempotent tools, and those that no server was ever given. What differs between two answers
/// of one build to a read-only call is noise.
///
/// Used once, by one thread, outside turns; it waits.
///
/// @param servers whose calls are made again; without numbers, all others are left out
/// @param byAgent whether an agent reads the outcome, or a person
/// @param answerOf waits for the answer of a call, which is empty if it was cancelled; throws if
///   nobody waits for the outcome any more
public record Rerun(
    OwnTools tools,
    Which which,
    List<Member> servers,
    boolean byAgent,
    Function<OwnCall, Optional<byte[]>> answerOf) {
  /// How long a call may take.
  public static final long LIMIT_MILLIS = 30_000;

  /// How long a call may take that only finds noise.
  static final long NOISE_MILLIS = 5_000;

  private static final long LIST_MILLIS = 10_000;

  private static final String NOT_SENT = "not sent";

  /// What became of a call.
  ///
  /// @param verdict a word for programs: that of a {@link Verdict}, `not sent` or `not compared`
  /// @param text the verdict and what was found
  public record Line(long call, String name, String verdict, String text) {
    /// For those beside the agent.
    public String json() {
      return new JsonFacts()
          .with("type", "rerun")
          .with("call", call)
          .with("name", name)
          .with("verdict", verdict)
          .with("text", text)
          .json()
          .toString();
    }
  }

  /// Makes the calls again, on the builds that serve now.
  ///
  /// @return what to say if there was nothing to do; otherwise empty
  public String run(Consumer<Line> lines) {
    servers.forEach(m -> m.server().awaitLists(LIST_MILLIS));
    Set<String> through =
        tools.wiring().monitor().inTurn(() -> CallToolTool.names(tools.management()));
    String only = servers.size() == 1 ? servers.getFirst().name() : "";
    List<PastCall> calls =
        tools
            .wiring()
            .monitor()
            .inTurn(() -> tools.wiring().client().recorder())
            .map(recorder -> PastCall.in(recorder.journal(), which, only, through))
            .orElse(List.of());
    calls.forEach(past -> lines.accept(again(past)));
    return !calls.isEmpty()
        ? ""
        : which.last()
            ? "\nNothing to make again: there was no call yet."
            : "\nNothing to make again: no call has failed without working since.";
  }

  private Line again(PastCall p) {
    Optional<Entry> tool = tool(p);
    Optional<String> refusal = refusal(p, tool);
    if (refusal.isPresent()) {
      return line(p, NOT_SENT, NOT_SENT + ": " + refusal.get());
    }
    Optional<Message.Response> before = p.call().response();
    Optional<Message.Response> now = ask(p, LIMIT_MILLIS);
    if (now.isEmpty() || before.isEmpty()) {
      String verdict =
          now.isPresent()
              ? "not compared"
              : p.worked() ? Verdict.NOW_FAILS.word() : Verdict.STILL_FAILS.word();
      String text =
          now.isEmpty()
              ? "no answer within 30 s, so Pitstop cancelled it"
              : "the journal does not have its earlier answer";
      return line(p, verdict, verdict + ": " + text);
    }
    Comparison found = Comparison.of(before.get(), now.get(), Noise.NONE);
    if (found.verdict() == Verdict.CHANGED && tool.get().readOnlyHint()) {
      Optional<Noise> noise = ask(p, NOISE_MILLIS).map(two -> Noise.between(now.get(), two));
      found = Comparison.of(before.get(), now.get(), noise.orElse(Noise.NONE));
    }
    return line(p, found.verdict().word(), found.text());
  }

  private static Line line(PastCall p, String verdict, String text) {
    return new Line(p.call().number(), p.name().isEmpty() ? p.method() : p.name(), verdict, text);
  }

  private Optional<String> refusal(PastCall p, Optional<Entry> tool) {
    boolean isOwn =
        tools.wiring().monitor().inTurn(() -> tools.management().find(p.name()).isPresent());
    if (p.method().isEmpty()) {
      return Optional.of("the journal has no such call");
    } else if (!p.method().equals(Methods.TOOLS_CALL) || isOwn) {
      return Optional.of("it is no call of a server's tool");
    } else if (p.call().isPending()) {
      return Optional.of("it has no answer yet");
    } else if (p.request().isEmpty()) {
      return Optional.of("its request was too long for the journal");
    } else if (tool.isEmpty()) {
      String server = p.call().server();
      boolean ours = server.isEmpty() || servers.stream().anyMatch(m -> m.name().equals(server));
      return Optional.of(
          ours
              ? Words.fill("there is no tool `{}` now", p.name())
              : Words.fill("it went to server `{}`", server));
    }
    boolean harmless =
        !which.numbers().isEmpty()
            || tool.get().readOnlyHint()
            || tool.get().idempotentHint()
            || p.call().answer().number("deliveries") == 0;
    String name = byAgent ? "rerun [{}]" : "`pitstop rerun {}`";
    return harmless
        ? Optional.empty()
        : Optional.of(Words.fill("not read-only; name it: " + name, p.call().number()));
  }

  private Optional<Entry> tool(PastCall p) {
    return servers.stream()
        .map(m -> tools.wiring().monitor().inTurn(m.offer()::tools))
        .filter(tools -> tools.containsKey(p.name()))
        .findFirst()
        .map(tools -> tools.get(p.name()));
  }

  /// Makes a call.
  ///
  /// @return empty if there was no answer in time, or if it was cancelled
  private Optional<Message.Response> ask(PastCall p, long millis) {
    OwnCall call =
        OwnCall.make(tools.wiring(), tools.management(), "rerun", p.name(), p.arguments());
    Timers.Timer limit = tools.wiring().timers().after(millis, call::cancel);
    try {
      return answerOf
          .apply(call)
          .flatMap(a ->
              Codec.parse(a) instanceof Message.Response r ? Optional.of(r) : Optional.empty());
    } finally {
      limit.cancel();
      call.cancel(); // nobody waits for it any more
    }
  }
}
