package dev.pitstop.cli.replay;

import com.google.gson.JsonArray;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.EntryChange;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.compare.Answers;
import dev.pitstop.compare.Comparison;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Place;
import dev.pitstop.compare.Verdict;
import dev.pitstop.mcp.Messages;
import dev.pitstop.recording.Recorded;
import dev.pitstop.recording.RecordingLine;
import dev.pitstop.recording.RecordingReader;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.tools.OwnTools;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Plays the calls of a recording to a server, one after another, and compares the answers. One
/// thread.
final class Replay {
  /// A new answer that could take the place of a recorded one.
  record Change(RecordingLine.Frame old, Message.Response now) {}

  /// The id of a made answer: the recorded one takes its place.
  private static final RequestId ANY = RequestId.of(0);

  private final Recorded recorded;
  private final RandomAccessFile file;
  private final Tools server;
  private final Rules rules;
  private final LongSupplier nanos;
  private final Results results;
  private Catalog known = Catalog.empty(); // to the client, at the end
  private Catalog offered = Catalog.empty();

  /// The first call that was not sent and may have changed what later calls answer; 0 if there is
  /// none.
  private int left;

  /// @param file the recording
  /// @param nanos a clock
  Replay(
      Recorded recorded,
      RandomAccessFile file,
      Tools server,
      Rules rules,
      LongSupplier nanos,
      Results results) {
    this.recorded = recorded;
    this.file = file;
    this.server = server;
    this.rules = rules;
    this.nanos = nanos;
    this.results = results;
  }

  void run() throws IOException, Refusal, InterruptedException {
    offered = catalog(List.of(server.tools()), name -> true);
    if (offered.entries(Kind.TOOLS).isEmpty()) {
      throw new Refusal(
          1, // what an agent would read is the best explanation
          "the server offers no tools: " + Answers.says(server.call("", "{}")));
    }
    tools();
    for (Recorded.Call call : recorded.calls()) {
      call(call);
    }
  }

  /// Reports the tools that are gone or that refuse calls that were right.
  private void tools() throws IOException {
    JsonArray all = new JsonArray();
    offered.entries(Kind.TOOLS).forEach(tool -> all.add(tool.json()));
    List<String> pages = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    for (RecordingLine.Where where : recorded.lists()) {
      RecordingLine.Frame old = RecordingReader.frame(file, where);
      if (old.message() instanceof Message.Result r) {
        pages.add(r.result().text(r.bytes()));
        String tools = changes.isEmpty() ? all.toString() : "[]"; // all on the first page
        changes.add(change(old, Messages.result(ANY, "{\"tools\":" + tools + "}")));
      }
    }
    known = catalog(pages, name -> !isOwn(name));
    for (EntryChange c : Diff.between(known, offered).changes()) {
      if (c.breaking()) {
        boolean gone = c.what() == EntryChange.What.REMOVED;
        results.add(Outcome.ofTool(c.key(), gone ? "gone" : "narrower", c.text()), changes);
      }
    }
  }

  private static Change change(RecordingLine.Frame old, byte[] now) {
    return new Change(old, (Message.Response) Codec.parse(now));
  }

  private static Catalog catalog(List<String> pages, Predicate<String> wanted) {
    List<Entry> tools = new ArrayList<>(Listing.parse(Kind.TOOLS, pages).entries());
    tools.removeIf(tool -> !wanted.test(tool.key()));
    return Catalog.empty().with(Kind.TOOLS, tools);
  }

  /// Whether a tool is Pitstop's, and not one of the server's that has the same name.
  private boolean isOwn(String tool) {
    return OwnTools.isOne(tool) && offered.tool(tool).isEmpty();
  }

  private void call(Recorded.Call call) throws IOException, Refusal, InterruptedException {
    RecordingLine.Frame asked = RecordingReader.frame(file, call.request());
    if (!(asked.message() instanceof Message.Request request)) {
      throw new IOException("the recording has changed");
    }
    String tool = Json.string(request.bytes(), request.param("name"));
    String why = refusal(asked, request, tool);
    if (call.answer().isEmpty() || !why.isEmpty()) {
      String reason = why.isEmpty() ? "it has no answer" : why;
      notSent(call, tool, reason);
      return;
    }
    RecordingLine.Frame old = RecordingReader.frame(file, call.answer().get());
    if (!(old.message() instanceof Message.Response was)) {
      throw new IOException("the recording has changed");
    }
    boolean wasThere = recorded.lists().isEmpty() || known.tool(tool).isPresent();
    if (isInterim(was)) {
      notSent(call, tool, "the client was asked");
    } else if (offered.tool(tool).isPresent()) {
      send(call, offered.tool(tool).get(), request, old, was);
    } else if (wasThere && !Answers.failed(was)) {
      byte[] unknown = Messages.error(ANY, Messages.INVALID_PARAMS, "Unknown tool: " + tool);
      results.add(
          new Outcome(call.number(), tool, "tool gone", true, false, call.millis(), 0, ""),
          List.of(change(old, unknown)));
    } else {
      notSent(call, tool, "no such tool, then and now");
    }
  }

  private void notSent(Recorded.Call call, String tool, String why) {
    results.add(Outcome.notSent(call.number(), tool, why), List.of());
    if (left == 0
        && !isOwn(tool)
        && offered.tool(tool).filter(t -> !t.readOnlyHint()).isPresent()) {
      left = call.number();
    }
  }

  private void send(
      Recorded.Call call,
      Entry tool,
      Message.Request request,
      RecordingLine.Frame old,
      Message.Response was)
      throws IOException, Refusal, InterruptedException {
    Span given = request.param("arguments");
    String arguments = given.present() ? given.text(request.bytes()) : "{}";
    long begin = nanos.getAsLong();
    Message.Response now = server.call(tool.key(), arguments);
    long millis = (nanos.getAsLong() - begin) / 1_000_000;
    Noise ignored = rules.ignored().and(inResult(old.redacted()));
    Comparison comparison = Comparison.of(was, now, ignored);
    if (comparison.verdict() == Verdict.CHANGED && tool.readOnlyHint()) {
      // what differs between two calls of the same build is noise
      Noise noise = Noise.between(now, server.call(tool.key(), arguments));
      comparison = Comparison.of(was, now, ignored.and(noise.places()));
    }
    Outcome outcome = outcome(call, tool.key(), comparison, millis);
    boolean unclear = outcome.verdict().equals(Outcome.UNCLEAR);
    results.add(outcome, comparison.equal() || unclear ? List.of() : List.of(new Change(old, now)));
  }

  private Outcome outcome(Recorded.Call call, String tool, Comparison c, long millis) {
    boolean worse = !c.equal() && c.verdict() != Verdict.NOW_WORKS;
    if (worse && left > 0) {
      String detail = c.verdict().word() + ", but call " + left + " was not sent; " + c.shown(1);
      return new Outcome(
          call.number(), tool, Outcome.UNCLEAR, false, true, call.millis(), millis, detail);
    }
    return new Outcome(
        call.number(),
        tool,
        c.verdict().word(),
        worse,
        true,
        call.millis(),
        millis,
        c.equal() ? "" : c.shown(1));
  }

  /// Why a call is not sent, whatever its answer was; empty if it may be sent.
  private String refusal(RecordingLine.Frame asked, Message.Request request, String tool) {
    Optional<Entry> entry = offered.tool(tool);
    if (!asked.redacted().isEmpty()) {
      return "a secret is left out";
    } else if (isOwn(tool)) {
      return "Pitstop's own tool";
    } else if (request.param("task").present()) {
      return "it began a task";
    }
    boolean harmless =
        rules.all()
            || entry.isEmpty()
            || entry.get().readOnlyHint()
            || entry.get().idempotentHint();
    return harmless ? "" : "not read-only; see --all";
  }

  /// Whether the answer only asked the client for something (MRTR).
  private static boolean isInterim(Message.Response answer) {
    if (!(answer instanceof Message.Result r)) {
      return false;
    }
    Span type = r.member("resultType");
    return type.present() && !Json.string(r.bytes(), type).equals("complete");
  }

  /// The places of secrets in a message, as places in its result.
  private static List<Place> inResult(List<String> places) {
    return places.stream()
        .map(p -> p.startsWith("result.") ? p.substring("result.".length()) : p)
        .flatMap(p -> Place.parse(p).stream())
        .toList();
  }
}
