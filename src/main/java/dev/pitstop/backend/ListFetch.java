package dev.pitstop.backend;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Collects the pages of one list from one run. An empty cursor leads on (2026-07-28, pagination,
/// rule 3 for clients); but many servers end with it, and send the same page again. Guards against
/// pages and cursors that repeat, too many pages, and too many bytes: the pages up to then are the
/// list. Called in turns of the monitor.
final class ListFetch {
  /// The result. A server that says it has no such list sends no pages and refuses nothing.
  ///
  /// @param pages in order; empty if the list did not come
  /// @param refused why the list did not come: what the server offers is unknown
  record Result(List<Message.Result> pages, Optional<String> refused) {}

  private static final String METHOD_NOT_FOUND = "-32601";

  private static final int MAX_PAGES = 1_000;

  /// The pages are kept as received and compared as strings, which takes several times as much of
  /// the 256 MiB heap.
  private static final long MAX_BYTES = 32L * 1024 * 1024;

  private final LiveRun run;
  private final String method;
  private final String member;
  private final BackendParts parts;
  private final List<Message.Result> pages = new ArrayList<>();
  private final Set<String> cursors = new HashSet<>();
  private long bytes;

  /// Completes in a turn. Cancelled if the run is over, which is reported elsewhere.
  final CompletableFuture<Result> result = new CompletableFuture<>();

  /// @param member of the results, which has the items
  ListFetch(LiveRun run, String method, String member, BackendParts parts) {
    this.run = run;
    this.method = method;
    this.member = member;
    this.parts = parts;
  }

  ListFetch all() {
    ask("");
    return this;
  }

  private void ask(String cursor) {
    run.ask(
        method,
        cursor.isEmpty() ? "" : "\"cursor\":" + cursor,
        (call, ending) -> {
          if (ending instanceof Call.Ending.Answered a) {
            answered(a.message());
          } else if (ending instanceof Call.Ending.Failed f) {
            failed(f.why());
          }
        });
  }

  private void failed(Failure why) {
    if (why instanceof Failure.Lost) {
      result.cancel(false);
    } else {
      refused(
          why instanceof Failure.Unusable u
              ? "its answer " + u.fault()
              : "the request could not be sent");
    }
  }

  private void refused(String why) {
    parts.note(method + " failed: " + why);
    result.complete(new Result(List.of(), Optional.of(why)));
  }

  private void answered(Message.Response message) {
    if (message instanceof Message.Result r) {
      page(r);
    } else if (message instanceof Message.Failure f && pages.isEmpty()) {
      refused(f);
    } else {
      end();
    }
  }

  private void refused(Message.Failure f) {
    String code = f.member("code").text(f.bytes());
    Span message = f.member("message");
    if (code.equals(METHOD_NOT_FOUND)) { // it has no such list, whatever it declared
      end();
    } else {
      refused(Json.isString(f.bytes(), message) ? Json.string(f.bytes(), message) : code);
    }
  }

  private void end() {
    result.complete(new Result(pages, Optional.empty()));
  }

  /// Takes a page and asks for the next. The first page may come from elsewhere.
  void page(Message.Result r) {
    if (member.equals("tools") && !Json.isArray(r.bytes(), r.member(member))) {
      refused("its `tools` is not an array"); // other lists may be left out
      return;
    }
    if (!pages.isEmpty() && repeats(pages.getLast(), r)) {
      end();
      return;
    }
    pages.add(r);
    bytes += r.bytes().length;
    Span cursor = r.member("nextCursor");
    if (!Json.isString(r.bytes(), cursor)) {
      end();
      return;
    }
    String next = cursor.text(r.bytes());
    if (!cursors.add(next) || pages.size() >= MAX_PAGES || bytes > MAX_BYTES) {
      String why =
          bytes > MAX_BYTES ? "they add up to " + Words.bytes(bytes) : "the cursor never ends";
      parts.note(method + ": gave up after " + pages.size() + " pages: " + why);
      end();
      return;
    }
    ask(next);
  }

  /// Whether the server ignored the cursor. Pages without items may follow each other.
  private boolean repeats(Message.Result before, Message.Result now) {
    Span items = now.member(member);
    return !Json.elements(now.bytes(), items).isEmpty()
        && items.text(now.bytes()).equals(before.member(member).text(before.bytes()));
  }
}
