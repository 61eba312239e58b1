package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Entry;
import dev.pitstop.compare.Answers;
import dev.pitstop.compare.Comparison;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Verdict;
import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.RerunText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes calls of the session again and compares their answers with the earlier ones.
///
/// Of the calls that are not named by number, only those are sent that cannot do harm: of read-only
/// and idempotent tools, and those that no server was ever given. What differs between two answers
/// of one build to a read-only call is noise.
///
/// Used once, by one thread, outside turns; it waits. Any thread may cancel.
public final class Rerun {
  /// How long a call may take.
  public static final long LIMIT_MILLIS = 30_000;

  /// How long a call may take that only finds noise. After one that took longer, none is made.
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
      JsonObject o = new JsonObject();
      o.addProperty("type", "rerun");
      o.addProperty("call", call);
      o.addProperty("name", name);
      o.addProperty("verdict", verdict);
      o.addProperty("text", text);
      return o.toString();
    }
  }

  /// A chosen call.
  ///
  /// @param before what its answer is compared with
  /// @param noise empty if it was not looked for
  private record Chosen(PastCall past, Optional<Message.Response> before, Optional<Noise> noise) {}

  /// The tool that a call was about, as it is offered now.
  private record Offered(SessionServer server, Entry tool) {
    /// The number of the run that a call would go to; 0 if there is none.
    int run() {
      return server.monitor().inTurn(() -> server.backend().serving().map(Run::number).orElse(0));
    }
  }

  private final Wiring wiring;
  private final Management management;
  private final Which which;
  private final List<SessionServer> servers;
  private final boolean byAgent;
  private List<Chosen> chosen = List.of();
  private boolean slow; // a call that only finds noise got no answer in time
  private volatile boolean cancelled;
  private volatile Optional<OwnCall> current = Optional.empty();

  /// @param servers whose calls are made again; in {@link Which.Failed} and {@link Which.Last} all
  ///   others are left out
  /// @param byAgent whether an agent reads the outcome, or a person
  public Rerun(
      Wiring wiring,
      Management management,
      Which which,
      List<SessionServer> servers,
      boolean byAgent) {
    this.wiring = wiring;
    this.management = management;
    this.which = which;
    this.servers = servers;
    this.byAgent = byAgent;
  }

  /// Makes the calls again, on the builds that serve now.
  public void run(Consumer<Line> lines) {
    choose();
    now(lines);
  }

  /// Stops it.
  public void cancel() {
    cancelled = true;
    current.ifPresent(OwnCall::cancel);
  }

  /// What to say if there was nothing to do; empty if calls were named.
  public String nothing() {
    return switch (which) {
      case Which.Failed f -> RerunText.NO_FAILED;
      case Which.Last l -> RerunText.NO_LAST;
      case Which.Numbers n -> "";
    };
  }

  /// Chooses the calls.
  void choose() {
    Optional<Journal> journal =
        wiring.monitor().inTurn(() -> wiring.client().recorder().map(Recorder::journal));
    String callTool = wiring.monitor().inTurn(() -> management.exposedName("call_tool").orElse(""));
    String only = servers.size() == 1 ? servers.getFirst().backend().name() : "";
    chosen =
        journal.stream()
            .flatMap(j -> PastCalls.in(j, which, only, callTool).stream())
            .map(p -> new Chosen(p, p.answer(), Optional.empty()))
            .toList();
  }

  /// Finds noise: makes the read-only calls on the present build, before it is replaced. Those that
  /// failed are left alone, because they may end it.
  void findNoise() {
    chosen = chosen.stream().map(this::withNoise).toList();
  }

  private Chosen withNoise(Chosen c) {
    PastCall p = c.past();
    int run = offered(p).filter(o -> o.tool().readOnlyHint()).map(Offered::run).orElse(0);
    if (slow || cancelled || !p.worked() || run == 0) {
      return c;
    }
    Optional<Message.Response> one = ask(p, NOISE_MILLIS);
    boolean once = c.before().isPresent() && p.call().answer().number("run") == run;
    Optional<Message.Response> two = once || one.isEmpty() ? c.before() : ask(p, NOISE_MILLIS);
    slow = one.isEmpty() || two.isEmpty();
    return slow || Answers.failed(one.get()) || Answers.failed(two.get())
        ? c
        : new Chosen(p, c.before().or(() -> one), Optional.of(Noise.between(two.get(), one.get())));
  }

  /// Makes the chosen calls on what serves now.
  void now(Consumer<Line> lines) {
    servers.forEach(s -> s.awaitLists(LIST_MILLIS));
    for (Chosen c : chosen) {
      lines.accept(now(c));
    }
  }

  private Line now(Chosen c) {
    PastCall p = c.past();
    Optional<Offered> tool = offered(p);
    Optional<String> refusal = refusal(p, tool.map(Offered::tool));
    Optional<Message.Response> answer =
        refusal.isPresent() ? Optional.empty() : ask(p, LIMIT_MILLIS);
    if (refusal.isPresent()) {
      return line(p, NOT_SENT, NOT_SENT + ": " + refusal.get());
    } else if (answer.isEmpty()) {
      String verdict = verdict(p, true);
      return cancelled
          ? line(p, NOT_SENT, RerunText.CANCELLED)
          : line(p, verdict, RerunText.hung(verdict, LIMIT_MILLIS));
    } else if (c.before().isEmpty()) {
      String verdict = verdict(p, Answers.failed(answer.get()));
      return line(p, verdict, RerunText.uncompared(verdict));
    }
    Message.Response was = c.before().get();
    Comparison found = Comparison.of(was, answer.get(), c.noise().orElse(Noise.NONE));
    boolean reads = tool.filter(o -> o.tool().readOnlyHint()).isPresent();
    if (found.verdict() == Verdict.CHANGED && c.noise().isEmpty() && reads) {
      Noise noise =
          ask(p, NOISE_MILLIS).map(two -> Noise.between(answer.get(), two)).orElse(Noise.NONE);
      found = Comparison.of(was, answer.get(), noise);
    }
    return line(p, found.verdict().word(), found.text());
  }

  private static Line line(PastCall p, String verdict, String text) {
    return new Line(p.call().number(), p.name().isEmpty() ? p.method() : p.name(), verdict, text);
  }

  /// What can be said without both answers.
  private static String verdict(PastCall p, boolean fails) {
    if (p.worked()) {
      return fails ? Verdict.NOW_FAILS.word() : "not compared";
    }
    return fails ? Verdict.STILL_FAILS.word() : Verdict.NOW_WORKS.word();
  }

  /// Why the call is not made; empty if it is.
  private Optional<String> refusal(PastCall p, Optional<Entry> tool) {
    String server = p.call().server();
    boolean ours =
        server.isEmpty() || servers.stream().anyMatch(s -> s.backend().name().equals(server));
    if (cancelled) {
      return Optional.of(RerunText.CANCELLED);
    } else if (p.method().isEmpty()) {
      return Optional.of(RerunText.UNKNOWN);
    } else if (!p.method().equals(Methods.TOOLS_CALL) || isOwn(p)) {
      return Optional.of(RerunText.NO_TOOL_CALL);
    } else if (p.call().isPending()) {
      return Optional.of(RerunText.PENDING);
    } else if (p.request().isEmpty()) {
      return Optional.of(RerunText.CUT);
    } else if (tool.isEmpty()) {
      return Optional.of(ours ? RerunText.noTool(p.name()) : RerunText.otherServer(server));
    }
    boolean harmless =
        which instanceof Which.Numbers
            || tool.get().readOnlyHint()
            || tool.get().idempotentHint()
            || p.call().answer().number("deliveries") == 0;
    return harmless ? Optional.empty() : Optional.of(RerunText.unsafe(p.call().number(), byAgent));
  }

  private boolean isOwn(PastCall p) {
    return wiring.monitor().inTurn(() -> management.find(p.name()).isPresent());
  }

  private Optional<Offered> offered(PastCall p) {
    for (SessionServer s : servers) {
      Map<String, Entry> tools = wiring.monitor().inTurn(s::tools);
      if (tools.containsKey(p.name())) {
        return Optional.of(new Offered(s, tools.get(p.name())));
      }
    }
    return Optional.empty();
  }

  /// Makes a call.
  ///
  /// @return empty if there was no answer in time, or if it was cancelled
  private Optional<Message.Response> ask(PastCall p, long millis) {
    OwnCall call = OwnCall.make(wiring, management, "rerun", p.name(), p.arguments());
    Timers.Timer limit = wiring.timers().after(millis, call::cancel);
    current = Optional.of(call);
    if (cancelled) {
      call.cancel();
    }
    Optional<byte[]> answer = call.answer().join();
    limit.cancel();
    return answer.flatMap(
        a -> Codec.parse(a) instanceof Message.Response r ? Optional.of(r) : Optional.empty());
  }
}
