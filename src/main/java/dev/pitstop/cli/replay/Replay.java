package dev.pitstop.cli.replay;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.EntryChange;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.compare.Answers;
import dev.pitstop.compare.Comparison;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Place;
import dev.pitstop.compare.Verdict;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.tape.Recorded;
import dev.pitstop.tape.TapeLine;
import dev.pitstop.tape.TapeReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Plays the calls of a recording to a server, one after another, and compares the answers. One
/// thread.
final class Replay {
  /// Takes what became of each call, and of the tools before them.
  interface Listener {
    /// @param changes what could become the reference; empty if nothing
    void outcome(Outcome outcome, List<Change> changes) throws IOException;
  }

  /// A new answer that could take the place of a recorded one.
  record Change(TapeLine.Frame old, byte[] line, Message.Response was, Message.Response now) {}

  private final Recorded recorded;
  private final RandomAccessFile file;
  private final Server server;
  private final Rules rules;
  private final LongSupplier nanos;
  private Catalog known = Catalog.empty(); // to the client, at the end
  private Catalog offered = Catalog.empty();

  /// @param file the recording
  /// @param nanos a clock
  Replay(Recorded recorded, RandomAccessFile file, Server server, Rules rules, LongSupplier nanos) {
    this.recorded = recorded;
    this.file = file;
    this.server = server;
    this.rules = rules;
    this.nanos = nanos;
  }

  void run(Listener listener) throws IOException, Server.Gone, InterruptedException {
    offered = catalog(server.tools(), name -> true);
    if (offered.entries(Kind.TOOLS).isEmpty()) {
      throw new Server.Gone( // what an agent would read is the best explanation
          "the server offers no tools: " + Answers.says(server.call("", "{}")));
    }
    tools(listener);
    for (Recorded.Call call : recorded.calls()) {
      call(call, listener);
    }
  }

  /// Reports the tools that are gone or that refuse calls that were right.
  private void tools(Listener listener) throws IOException {
    JsonArray all = new JsonArray();
    offered.entries(Kind.TOOLS).forEach(tool -> all.add(tool.json()));
    List<String> pages = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    for (TapeLine.Where where : recorded.lists()) {
      byte[] line = TapeReader.bytes(file, where);
      if (TapeLine.of(line, where) instanceof TapeLine.Frame f
          && Codec.parse(f.message()) instanceof Message.Result r) {
        pages.add(r.result().text(r.bytes()));
        String tools = changes.isEmpty() ? all.toString() : "[]"; // all on the first page
        changes.add(new Change(f, line, r, result("{\"tools\":" + tools + "}")));
      }
    }
    known = catalog(pages, name -> !isOwn(name));
    for (EntryChange c : Diff.between(known, offered).changes()) {
      if (c.breaking()) {
        boolean gone = c.what() == EntryChange.What.REMOVED;
        listener.outcome(Outcome.ofTool(c.key(), gone ? "gone" : "narrower", c.text()), changes);
      }
    }
  }

  private static Message.Response result(String json) {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":" + json + "}";
    return (Message.Response) Codec.parse(line.getBytes(StandardCharsets.UTF_8));
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

  private void call(Recorded.Call call, Listener listener)
      throws IOException, Server.Gone, InterruptedException {
    byte[] line = TapeReader.bytes(file, call.request());
    if (!(TapeLine.of(line, call.request()) instanceof TapeLine.Frame asked)
        || !(Codec.parse(asked.message()) instanceof Message.Request request)) {
      throw new IOException("the recording has changed");
    }
    String tool = Json.string(request.bytes(), request.param("name"));
    Optional<String> refused = refusal(call, asked, request, tool);
    if (refused.isPresent()) {
      listener.outcome(Outcome.notSent(call.number(), tool, refused.get()), List.of());
      return;
    }
    TapeLine.Where where = call.answer().orElseThrow();
    byte[] answered = TapeReader.bytes(file, where);
    if (!(TapeLine.of(answered, where) instanceof TapeLine.Frame old)
        || !(Codec.parse(old.message()) instanceof Message.Response was)) {
      throw new IOException("the recording has changed");
    }
    if (!old.whole() || isInterim(was)) {
      String why = old.whole() ? "the client was asked" : "its answer is not whole";
      listener.outcome(Outcome.notSent(call.number(), tool, why), List.of());
      return;
    }
    if (offered.tool(tool).isEmpty()) {
      boolean gone =
          recorded.lists().isEmpty() ? !Answers.failed(was) : known.tool(tool).isPresent();
      listener.outcome(
          gone
              ? new Outcome(call.number(), tool, "tool gone", true, false, call.millis(), 0, "")
              : Outcome.notSent(call.number(), tool, "no such tool, then and now"),
          List.of());
      return;
    }
    Span given = request.param("arguments");
    String arguments = given.present() ? given.text(request.bytes()) : "{}";
    long begin = nanos.getAsLong();
    Message.Response now = server.call(tool, arguments);
    long millis = (nanos.getAsLong() - begin) / 1_000_000;
    Noise ignored = rules.ignored().and(inResult(old.redacted()));
    Comparison comparison = Comparison.of(was, now, ignored);
    if (comparison.verdict() == Verdict.CHANGED && isHinted(tool, "readOnlyHint")) {
      // what differs between two calls of the same build is noise
      Noise noise = Noise.between(now, server.call(tool, arguments));
      comparison = Comparison.of(was, now, ignored.and(noise.places()));
    }
    listener.outcome(
        outcome(call, tool, comparison, millis),
        comparison.equal() ? List.of() : List.of(new Change(old, answered, was, now)));
  }

  private Outcome outcome(Recorded.Call call, String tool, Comparison c, long millis) {
    boolean slower = c.equal() && rules.isSlower(call.millis(), millis);
    boolean worse = !c.equal() && c.verdict() != Verdict.NOW_WORKS;
    return new Outcome(
        call.number(),
        tool,
        slower ? "slower" : c.verdict().word(),
        slower || worse,
        true,
        call.millis(),
        millis,
        c.equal() ? "" : c.shown(1));
  }

  /// Why a call is not sent; empty if it is.
  private Optional<String> refusal(
      Recorded.Call call, TapeLine.Frame asked, Message.Request request, String tool) {
    String why = "";
    if (!asked.redacted().isEmpty()) {
      why = "a secret is left out";
    } else if (!asked.whole()) {
      why = "its request is not whole";
    } else if (call.answer().isEmpty()) {
      why = "it has no answer";
    } else if (isOwn(tool)) {
      why = "Pitstop's own tool";
    } else if (request.param("task").present()) {
      why = "it began a task";
    } else if (!rules.all() && offered.tool(tool).isPresent() && !isHarmless(tool)) {
      why = "not read-only; see --all";
    }
    return why.isEmpty() ? Optional.empty() : Optional.of(why);
  }

  private boolean isHarmless(String tool) {
    return isHinted(tool, "readOnlyHint") || isHinted(tool, "idempotentHint");
  }

  private boolean isHinted(String tool, String hint) {
    JsonElement annotations =
        offered.tool(tool).map(t -> t.json().get("annotations")).orElseGet(JsonObject::new);
    return annotations instanceof JsonObject a && new JsonPrimitive(true).equals(a.get(hint));
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
