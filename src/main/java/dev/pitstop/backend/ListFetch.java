package dev.pitstop.backend;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Collects the pages of one list from one run (F8). Guards against repeated cursors, too many
/// pages, and too many bytes: the pages up to then are the list. Called in turns of the monitor.
final class ListFetch implements Call.Ending.Cases {
  /// Takes the result: one of these, once.
  interface Outcome {
    /// All pages, in order, or those up to where a guard ended the collection.
    void pages(List<Message.Result> pages);

    void refused(Message.Failure failure);

    /// No list came and none was refused: what the server offers is unknown.
    void unusable(String why);

    /// The run is over.
    void lost();
  }

  private static final int MAX_PAGES = 1_000;

  /// The pages are kept as received and compared as strings, which takes several times as much of
  /// the 256 MiB heap.
  private static final long MAX_BYTES = 32L * 1024 * 1024;

  private final Asker asker;
  private final String method;
  private final Consumer<String> note;
  private final Outcome done;
  private final List<Message.Result> pages = new ArrayList<>();
  private final Set<String> cursors = new HashSet<>();
  private long bytes;

  private ListFetch(Asker asker, String method, Consumer<String> note, Outcome done) {
    this.asker = asker;
    this.method = method;
    this.note = note;
    this.done = done;
  }

  /// Asks for the whole list.
  static void all(Asker asker, String method, Consumer<String> note, Outcome done) {
    new ListFetch(asker, method, note, done).ask("");
  }

  /// Continues after a first page.
  static void rest(
      Asker asker, String method, Message.Result first, Consumer<String> note, Outcome done) {
    new ListFetch(asker, method, note, done).page(first);
  }

  private void ask(String cursor) {
    asker.ask(
        method, cursor.isEmpty() ? "" : "\"cursor\":" + cursor, (call, ending) -> ending.by(this));
  }

  @Override
  public void failed(Failure why) {
    if (why instanceof Failure.Lost) {
      done.lost();
    } else {
      boolean answered = why instanceof Failure.Unusable;
      done.unusable(answered ? "its answer cannot be used" : "the request could not be sent");
    }
  }

  @Override
  public void answered(Run by, Message.Response message) {
    if (message instanceof Message.Result r) {
      page(r);
    } else if (message instanceof Message.Failure f) {
      if (pages.isEmpty()) {
        done.refused(f);
      } else {
        done.pages(pages);
      }
    }
  }

  private void page(Message.Result r) {
    pages.add(r);
    bytes += r.bytes().length;
    Span cursor = r.member("nextCursor");
    if (!Json.isString(r.bytes(), cursor)) {
      done.pages(pages);
      return;
    }
    String next = cursor.text(r.bytes());
    if (!cursors.add(next) || pages.size() >= MAX_PAGES || bytes > MAX_BYTES) {
      String why =
          bytes > MAX_BYTES ? "they add up to " + Words.bytes(bytes) : "the cursor never ends";
      note.accept(method + ": gave up after " + pages.size() + " pages: " + why);
      done.pages(pages);
      return;
    }
    ask(next);
  }
}
