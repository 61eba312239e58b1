package dev.pitstop.session.monitoring;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import dev.pitstop.catalog.Entry;
import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Json;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelf;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.tools.Answer;
import dev.pitstop.session.tools.ManagedCall;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.OwnCall;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.session.tools.Rerun;
import dev.pitstop.session.tools.Which;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Answers what a reader of the socket asks. Called on the reader's own thread, outside turns.
///
/// A request is a line of JSON, and so are the lines of its answer; `docs/reference.md` has those
/// of the journal.
///
/// - `{"do":"read","after":0,"follow":false,"messages":true}`: a `session` line, the entries after
///   that number, and `{"type":"end","next":N}`; with `follow`, until the session ends, and
///   `{"type":"idle"}` after what came together and now and then. `messages`: with requests and
///   results.
/// - `{"do":"status"}`: one `status` line.
/// - `{"do":"tools"}`: `{"type":"tools","tools":[…]}`.
/// - `{"do":"call","name":"echo","arguments":{}}`: `{"type":"answer","message":{…}}`, the response.
/// - `{"do":"reload","server":"s"}` and `stop`: `{"type":"said","text":"…","isError":false}`. One
///   server need not be named.
/// - `{"do":"rerun","which":"failed"}` (or `"last"`, `[3,5]`): for each call
///   `{"type":"rerun","call":3,"name":"echo","verdict":"same","text":"…"}`, then `end`, with a
///   `text` if there was nothing to do.
/// - Anything else: `{"type":"error","text":"…"}`.
///
/// @param status the status line; called outside turns
/// @param header the line about the session; called outside turns
record ReaderRequests(
    Journal journal, OwnTools own, Supplier<String> status, Supplier<String> header) {
  /// How often a reader that waits for an answer is asked whether it is still there.
  private static final long LOOK_MILLIS = 250;

  /// A reader that follows gets new entries so often at most.
  private static final Journal.Pace PACE = new Journal.Pace(50, 2_000, Long.MAX_VALUE);

  private static final long LIST_MILLIS = 10_000;

  private static final byte[] IDLE = Messages.utf8("{\"type\":\"idle\"}\n");

  static String error(String text) {
    return "{\"type\":\"error\",\"text\":" + Json.quote(text) + "}";
  }

  void answer(JsonLine request, Reader reader) throws InterruptedException {
    String what = request.text("do");
    switch (what) {
      case "read" -> read(request, reader);
      case "status" -> reader.say(status.get());
      case "tools" -> reader.say(tools());
      case "call" -> call(request, reader);
      case "reload" -> byHand(own.reloadByHand(), request, reader);
      case "stop" -> byHand(own.stopByHand(), request, reader);
      case "rerun" -> rerun(request, reader);
      default -> reader.say(error("there is no request `" + what + "`"));
    }
  }

  private void read(JsonLine request, Reader reader) throws InterruptedException {
    boolean messages = request.flag("messages");
    reader.say(header.get());
    Journal.Taker<RuntimeException> says = page -> reader.say(page.isEmpty() ? IDLE : page.lines());
    long after = request.number("after");
    long next =
        request.flag("follow")
            ? journal.follow(after, PACE, messages, says)
            : journal.pass(after, messages, says);
    reader.say("{\"type\":\"end\",\"next\":" + next + "}");
  }

  /// The tools as the client sees them, from what is known: asking the servers again would count as
  /// the client's own listing.
  private String tools() {
    List<Member> servers = own.wiring().monitor().inTurn(own::servers);
    servers.forEach(m -> m.server().awaitLists(LIST_MILLIS));
    JsonArray all = new JsonArray();
    for (Member m : servers) {
      Map<String, Entry> offered = own.wiring().monitor().inTurn(m.offer()::tools);
      offered.forEach((name, tool) -> all.add(Shelf.renamed(tool.json(), "name", name)));
    }
    return "{\"type\":\"tools\",\"tools\":" + all + "}";
  }

  private void call(JsonLine request, Reader reader) {
    JsonLine arguments = request.object("arguments").orElse(JsonLine.NONE);
    Optional<byte[]> response = Optional.empty();
    try {
      OwnCall call =
          OwnCall.make(
              own.wiring(), own.management(), "person", request.text("name"), arguments.json());
      response = awaited(call.answer(), reader, call::cancel);
    } catch (IllegalArgumentException e) {
      reader.say(error(String.valueOf(e.getMessage())));
    }
    if (response.isPresent()) {
      String message = new String(response.get(), StandardCharsets.UTF_8);
      reader.say("{\"type\":\"answer\",\"message\":" + message + "}");
    }
  }

  private void byHand(Management.Tool tool, JsonLine request, Reader reader) {
    CompletableFuture<Optional<Answer>> answered = new CompletableFuture<>();
    ManagedCall call =
        new ManagedCall(
            own.wiring(),
            Optional.empty(),
            false,
            answer -> answered.complete(Optional.of(answer)));
    String server = request.json("server").orElse("null");
    own.management().call(tool, "{\"server\":" + server + "}", call);
    Optional<Answer> said = awaited(answered, reader, call::cancel);
    if (said.isPresent()) {
      JsonFacts facts = new JsonFacts().with("type", "said").with("text", said.get().text());
      reader.say(facts.with("isError", said.get().failed()).json().toString());
    }
  }

  /// Makes calls again, until the reader leaves.
  private void rerun(JsonLine request, Reader reader) {
    Optional<Which> which = request.json("which").map(JsonParser::parseString).flatMap(Which::of);
    if (which.isEmpty()) {
      reader.say(error("`which` must be " + Which.TEXT));
      return;
    }
    List<Member> servers = own.wiring().monitor().inTurn(own::servers);
    String nothing =
        new Rerun(
                own,
                which.get(),
                servers,
                false,
                call -> awaited(call.answer(), reader, call::cancel))
            .run(line -> reader.say(line.json()))
            .strip();
    JsonFacts end = new JsonFacts().with("type", "end").with("next", journal.last());
    reader.say(end.with("text", Optional.of(nothing).filter(t -> !t.isEmpty())).json().toString());
  }

  /// Waits for an answer while the reader is there.
  ///
  /// @param cancel what to do if it leaves; called in a turn
  /// @return the answer; empty if the request was cancelled otherwise
  /// @throws UncheckedIOException if the reader left
  private <T> Optional<T> awaited(
      CompletableFuture<Optional<T>> answer, Reader reader, Runnable cancel) {
    while (true) {
      try {
        return answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException notYet) {
        if (reader.gone()) {
          own.wiring().monitor().turn(cancel);
          throw new UncheckedIOException(new EOFException());
        }
      } catch (InterruptedException | ExecutionException never) {
        throw new IllegalStateException(never);
      }
    }
  }
}
