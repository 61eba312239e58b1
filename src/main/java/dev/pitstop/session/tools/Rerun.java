package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.compare.Comparison;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Verdict;
import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.words.RerunText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Makes calls of the session again and compares their answers with the earlier ones (V4).
///
/// Of the calls that are not named by number, only those are sent that cannot do harm: of read-only
/// and idempotent tools, and those that no server was ever given (C2). What differs between two
/// answers of one build to a read-only call is noise.
///
/// Used once, by one thread, outside turns; it waits. Any thread may cancel.
public final class Rerun {
  /// How long a call may take.
  public static final long LIMIT_MILLIS = 30_000;

  /// How long a call may take that only finds noise. After one that took longer, none is made.
  static final long NOISE_MILLIS = 5_000;

  private static final long LIST_MILLIS = 10_000;

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

  private record Offered(SessionServer server, Entry tool) {}

  private final Wiring wiring;
  private final Management management;
  private final Which which;
  private final List<SessionServer> servers;
  private List<Chosen> chosen = List.of();
  private final String ids = "pitstop-rerun-" + Long.toHexString(System.nanoTime()) + "-";
  private int asked;
  private volatile boolean cancelled;
  private volatile Runnable cancelCurrent = () -> {};

  /// @param servers whose calls are made again; in {@link Which.Failed} and {@link Which.Last} all
  ///   others are left out
  public Rerun(Wiring wiring, Management management, Which which, List<SessionServer> servers) {
    this.wiring = wiring;
    this.management = management;
    this.which = which;
    this.servers = servers;
  }

  /// Makes the calls again, on the builds that serve now.
  public void run(Consumer<Line> lines) {
    choose();
    now(lines);
  }

  /// Stops it.
  public void cancel() {
    cancelled = true;
    cancelCurrent.run();
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
            .flatMap(j -> PastCall.in(j, which, only, callTool).stream())
            .map(p -> new Chosen(p, p.answer(), Optional.empty()))
            .toList();
  }

  /// Finds noise: makes the read-only calls on the present build, before it is replaced. Those that
  /// failed are left alone, because they may end it.
  void findNoise() {
    List<Chosen> all = new ArrayList<>();
    boolean quick = true;
    for (Chosen c : chosen) {
      Optional<Offered> tool = offered(c.past());
      if (!quick || cancelled || !c.past().worked() || !sameBuild(tool)) {
        all.add(c);
        continue;
      }
      Optional<Message.Response> one = ask(c.past(), NOISE_MILLIS);
      int serves = serving(tool.get());
      boolean own = c.before().isPresent() && c.past().call().answer().number("run") == serves;
      Optional<Message.Response> two =
          own || one.isEmpty() ? c.before() : ask(c.past(), NOISE_MILLIS);
      quick = one.isPresent() && two.isPresent();
      all.add(
          quick && !fails(one.get()) && !fails(two.get())
              ? new Chosen(
                  c.past(),
                  c.before().or(() -> one),
                  Optional.of(Noise.between(two.get(), one.get())))
              : c);
    }
    chosen = all;
  }

  /// Whether a call of this tool may be made just to see what differs.
  private boolean sameBuild(Optional<Offered> tool) {
    return tool.isPresent() && tool.get().tool().readOnlyHint() && serving(tool.get()) > 0;
  }

  private int serving(Offered tool) {
    return wiring
        .monitor()
        .inTurn(() -> tool.server().backend().serving().map(Run::number).orElse(0));
  }

  /// Makes the chosen calls on what serves now.
  void now(Consumer<Line> lines) {
    servers.forEach(this::awaitLists);
    for (Chosen c : chosen) {
      lines.accept(now(c));
    }
  }

  private void awaitLists(SessionServer server) {
    CompletableFuture<Boolean> listed = new CompletableFuture<>();
    wiring
        .monitor()
        .turn(() -> server.backend().whenListed(LIST_MILLIS, () -> listed.complete(true)));
    listed.join();
  }

  private Line now(Chosen c) {
    PastCall p = c.past();
    Optional<Offered> tool = offered(p);
    Optional<String> refusal = refusal(p, tool);
    if (refusal.isPresent()) {
      return line(p, "not sent", "not sent: " + refusal.get());
    }
    Optional<Message.Response> answer = ask(p, LIMIT_MILLIS);
    if (answer.isEmpty()) {
      Verdict verdict = p.worked() ? Verdict.NOW_FAILS : Verdict.STILL_FAILS;
      String word = verdict.word();
      return cancelled
          ? line(p, "not sent", RerunText.CANCELLED)
          : line(p, word, RerunText.hung(word, LIMIT_MILLIS));
    }
    if (c.before().isEmpty()) {
      return uncompared(p, answer.get());
    }
    Message.Response was = c.before().get();
    Comparison found = Comparison.of(was, answer.get(), c.noise().orElse(Noise.NONE));
    if (found.verdict() == Verdict.CHANGED
        && c.noise().isEmpty()
        && tool.isPresent()
        && tool.get().tool().readOnlyHint()) {
      Noise noise =
          ask(p, NOISE_MILLIS).map(two -> Noise.between(answer.get(), two)).orElse(Noise.NONE);
      found = Comparison.of(was, answer.get(), noise);
    }
    return line(p, found.verdict().word(), found.text());
  }

  private static Line line(PastCall p, String verdict, String text) {
    return new Line(p.call().number(), p.name().isEmpty() ? p.method() : p.name(), verdict, text);
  }

  private static Line uncompared(PastCall p, Message.Response answer) {
    boolean fails = fails(answer);
    String verdict =
        p.worked() == !fails
            ? fails ? Verdict.STILL_FAILS.word() : "not compared"
            : fails ? Verdict.NOW_FAILS.word() : Verdict.NOW_WORKS.word();
    return line(p, verdict, RerunText.uncompared(verdict));
  }

  private static boolean fails(Message.Response answer) {
    return !(answer instanceof Message.Result r) || Json.isTrue(r.bytes(), r.member("isError"));
  }

  /// Why the call is not made; empty if it is.
  private Optional<String> refusal(PastCall p, Optional<Offered> tool) {
    long number = p.call().number();
    boolean named = which instanceof Which.Numbers;
    if (cancelled) {
      return Optional.of(RerunText.CANCELLED);
    } else if (p.method().isEmpty()) {
      return Optional.of(RerunText.unknown(isFuture(number)));
    } else if (!p.method().equals(Methods.TOOLS_CALL) || isOwn(p)) {
      return Optional.of(RerunText.NO_TOOL_CALL);
    } else if (p.call().isPending()) {
      return Optional.of(RerunText.PENDING);
    } else if (p.request().isEmpty()) {
      return Optional.of(RerunText.CUT);
    } else if (tool.isEmpty()) {
      String server = p.call().server();
      return Optional.of(
          servers.stream().anyMatch(s -> s.backend().name().equals(server)) || server.isEmpty()
              ? RerunText.noTool(p.name())
              : RerunText.otherServer(server));
    }
    Entry entry = tool.get().tool();
    boolean harmless =
        entry.readOnlyHint()
            || entry.idempotentHint()
            || p.call().answer().number("deliveries") == 0;
    return named || harmless ? Optional.empty() : Optional.of(RerunText.unsafe(number));
  }

  private boolean isFuture(long number) {
    return wiring
        .monitor()
        .inTurn(() -> wiring.client().recorder().map(r -> number > r.journal().calls()))
        .orElse(true);
  }

  private boolean isOwn(PastCall p) {
    return wiring.monitor().inTurn(() -> management.find(p.name()).isPresent());
  }

  /// The tool that the call was about, as it is offered now.
  private Optional<Offered> offered(PastCall p) {
    return wiring.monitor().inTurn(() -> find(p.name()));
  }

  private Optional<Offered> find(String name) {
    for (SessionServer s : servers) {
      for (Entry e : s.backend().catalog().entries(Kind.TOOLS)) {
        if (s.naming().outside(e.key()).equals(name)) {
          return Optional.of(new Offered(s, e));
        }
      }
    }
    return Optional.empty();
  }

  /// Makes a call.
  ///
  /// @return empty if there was no answer in time, or if it was cancelled
  private Optional<Message.Response> ask(PastCall p, long millis) {
    Message.Request request = request(p);
    CompletableFuture<Optional<Outgoing>> answer = new CompletableFuture<>();
    Runnable giveUp = () -> wiring.monitor().turn(() -> giveUp(request.id(), answer));
    wiring.monitor().turn(() -> management.route().request(request, new Again(answer)));
    Timers.Timer limit = wiring.timers().after(millis, giveUp);
    cancelCurrent = giveUp;
    if (cancelled) {
      giveUp.run();
    }
    Optional<Outgoing> got = answer.join();
    cancelCurrent = () -> {};
    limit.cancel();
    return got.flatMap(a ->
        Codec.parse(a.bytes()) instanceof Message.Response r ? Optional.of(r) : Optional.empty());
  }

  /// The call's tool and arguments, in the era of the session.
  private Message.Request request(PastCall p) {
    Optional<String> meta =
        wiring
            .monitor()
            .inTurn(() ->
                wiring.facts().modern() ? wiring.facts().modernMeta() : Optional.<String>empty());
    String params =
        "{\"name\":"
            + Json.quote(p.name())
            + ",\"arguments\":"
            + p.arguments()
            + meta.map(m -> ",\"_meta\":" + m).orElse("")
            + "}";
    RequestId id = RequestId.of(ids + ++asked);
    if (Codec.parse(Messages.request(id, Methods.TOOLS_CALL, params))
        instanceof Message.Request r) {
      return r;
    }
    throw new IllegalStateException("a call of the journal is no request");
  }

  /// Cancels a call before anybody knows of it, so that the next call is sent later. In a turn.
  private void giveUp(RequestId id, CompletableFuture<Optional<Outgoing>> answer) {
    if (answer.isDone()) {
      return;
    }
    byte[] notice = Messages.notification(Methods.CANCELLED, "{\"requestId\":" + id.lexeme() + "}");
    if (Codec.parse(notice) instanceof Message.Notification n) {
      management.route().notification(n);
    }
    answer.complete(Optional.empty());
  }

  /// Takes the response. The agent has not asked, so it is told no news with it.
  private record Again(CompletableFuture<Optional<Outgoing>> answer) implements Reply {
    @Override
    public void send(Outgoing response) {
      answer.complete(Optional.of(response));
    }

    @Override
    public void none() {
      answer.complete(Optional.empty());
    }

    @Override
    public String by() {
      return "rerun";
    }
  }
}
