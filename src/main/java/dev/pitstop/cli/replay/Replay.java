package dev.pitstop.cli.replay;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.compare.Answers;
import dev.pitstop.compare.Comparison;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Verdict;
import dev.pitstop.journal.Status;
import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.Call;
import dev.pitstop.recording.Recorded;
import dev.pitstop.recording.Redaction;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Plays the calls of a recording to a server, one after another, and compares the answers. One
/// thread.
final class Replay {
  private static final RequestId ANY = RequestId.of(0);

  private final Recorded recorded;
  private final Tools server;
  private final ReplayLine line;
  private final LongSupplier nanos;
  private final Report report;
  private Catalog offered = Catalog.empty();

  /// The first call that was not sent and may have changed what later calls answer; 0 if there is
  /// none.
  private int left;

  /// @param nanos a clock
  Replay(Recorded recorded, Tools server, ReplayLine line, LongSupplier nanos, Report report) {
    this.recorded = recorded;
    this.server = server;
    this.line = line;
    this.nanos = nanos;
    this.report = report;
  }

  void run() throws Refusal, InterruptedException {
    List<Entry> tools = Listing.parse(Kind.TOOLS, List.of(server.tools())).entries();
    offered = offered.with(Kind.TOOLS, tools);
    if (tools.isEmpty()) {
      throw new Refusal(
          1, // what an agent would read is the best explanation
          "the server offers no tools: " + Answers.says(server.call("", "{}")));
    }
    int number = 0;
    for (Call call : recorded.calls()) {
      play(++number, call);
    }
  }

  /// @param accept makes the recording say what is so now
  private void add(Outcome outcome, Runnable accept) {
    report.add(outcome);
    if (line.accept()) {
      accept.run();
    }
  }

  private static Message.Response response(byte[] message) {
    return (Message.Response) Codec.parse(message);
  }

  /// Whether a tool is Pitstop's, and not one of the server's that has the same name.
  private boolean isOwn(String tool) {
    return OwnTools.isOne(tool) && offered.tool(tool).isEmpty();
  }

  private void play(int number, Call call) throws Refusal, InterruptedException {
    Optional<Entry> tool = offered.tool(call.name());
    String why = refusal(call, tool);
    if (!why.isEmpty()) {
      add(new Outcome(number, call.name(), "not sent", false, why, ""), () -> {});
      if (left == 0 && tool.filter(t -> !t.readOnlyHint()).isPresent()) {
        left = number;
      }
    } else if (tool.isEmpty()) {
      byte[] unknown = Messages.error(ANY, Messages.INVALID_PARAMS, "Unknown tool: " + call.name());
      add(
          new Outcome(number, call.name(), "tool gone", true, "", ""),
          () -> recorded.replace(call, response(unknown)));
    } else {
      send(number, call, tool.get());
    }
  }

  /// Why a call is not sent; empty if it is.
  private String refusal(Call call, Optional<Entry> tool) {
    Optional<Message.Request> request = call.request();
    Optional<Message.Response> was = call.response();
    if (request.isEmpty()) {
      return "its request was too long for the recording";
    } else if (text(request.get()).contains(Redaction.MARK)) {
      return "a secret is left out";
    } else if (isOwn(call.name())) {
      return "Pitstop's own tool";
    } else if (request.get().param("task").present()) {
      return "it began a task";
    } else if (tool.filter(t -> !line.all() && !t.readOnlyHint() && !t.idempotentHint())
        .isPresent()) {
      return "not read-only; see --all";
    } else if (was.isEmpty()) {
      boolean any = call.answer().number("responseBytes") > 0;
      return any ? "its answer was too long for the recording" : "it has no answer";
    } else if (isInterim(was.get())) {
      return "the client was asked";
    }
    return tool.isPresent() || Status.of(was.get()) == Status.OK
        ? ""
        : "no such tool, then and now";
  }

  private static String text(Message message) {
    return new String(message.bytes(), StandardCharsets.UTF_8);
  }

  /// Whether the answer only asked the client for something (MRTR).
  private static boolean isInterim(Message.Response answer) {
    return answer instanceof Message.Result r
        && r.member("resultType").present()
        && !Json.string(r.bytes(), r.member("resultType")).equals("complete");
  }

  private void send(int number, Call call, Entry tool) throws Refusal, InterruptedException {
    Message.Request request = call.request().orElseThrow();
    Message.Response was = call.response().orElseThrow();
    Span given = request.param("arguments");
    String arguments = given.present() ? given.text(request.bytes()) : "{}";
    long begin = nanos.getAsLong();
    Message.Response now = ask(tool, arguments);
    long millis = (nanos.getAsLong() - begin) / 1_000_000;
    Comparison c = Comparison.of(was, now, line.ignored());
    if (c.verdict() == Verdict.CHANGED && tool.readOnlyHint()) {
      // what differs between two calls of the same build is noise
      Noise noise = Noise.between(now, ask(tool, arguments));
      c = Comparison.of(was, now, noise.and(line.ignored()));
    }
    boolean worse = !c.equal() && c.verdict() != Verdict.NOW_WORKS;
    boolean unclear = worse && left > 0;
    String detail = c.equal() ? "" : c.shown(1);
    add(
        new Outcome(
            number,
            call.name(),
            unclear ? Outcome.UNCLEAR : c.verdict().word(),
            worse && !unclear,
            Words.duration(call.answer().number("micros") / 1_000) + " → " + Words.duration(millis),
            unclear
                ? c.verdict().word() + ", but call " + left + " was not sent; " + detail
                : detail),
        c.equal() || unclear ? () -> {} : () -> recorded.replace(call, now));
  }

  /// The answer without its secrets, as a recorded one.
  private Message.Response ask(Entry tool, String arguments) throws Refusal, InterruptedException {
    return response(Redaction.of(server.call(tool.key(), arguments).bytes()));
  }
}
