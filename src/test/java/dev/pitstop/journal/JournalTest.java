package dev.pitstop.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("31.1: the journal in memory")
class JournalTest {
  private static JournalLine line(int number) {
    return wrote("line " + number);
  }

  private static JournalLine wrote(String text) {
    return new JournalLine("stderr").text("server", "s").number("run", 1).text("line", text);
  }

  private static JournalLine told(String text) {
    return new JournalLine("notice").text("server", "s").text("text", text);
  }

  private static List<JsonObject> lines(Journal.Page page) {
    return page.text().lines().map(l -> JsonParser.parseString(l).getAsJsonObject()).toList();
  }

  private static List<Long> numbers(Journal.Page page) {
    return lines(page).stream()
        .filter(o -> o.has("seq"))
        .map(o -> o.get("seq").getAsLong())
        .toList();
  }

  private static JsonObject only(JournalLine what, boolean messages) {
    Journal journal = new Journal();
    journal.append(what);
    return lines(journal.after(0, 1, messages)).getFirst();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("entries come in order, a part at a time, and each once")
  void inOrder() {
    Journal journal = new Journal(1_000_000, 1_000);
    for (int i = 1; i <= 200; i++) {
      journal.append(line(i));
    }
    List<Long> read = new ArrayList<>();
    long after = 0;
    for (Journal.Page p = journal.after(after, 500, true);
        !p.isEmpty();
        p = journal.after(after, 500, true)) {
      assertThat(numbers(p)).hasSizeLessThan(20);
      read.addAll(numbers(p));
      after = p.next();
    }
    assertThat(read).isEqualTo(LongStream.rangeClosed(1, 200).boxed().toList());
    assertThat(journal.after(200, 7, true).next()).isEqualTo(200);
    assertThat(journal.after(200, 7, true).isEmpty()).isTrue();
    assertThat(journal.last()).isEqualTo(200);
  }

  @Test
  @DisplayName(
      "what is too much falls out, the oldest first, and a reader learns how many it missed")
  void bounded() {
    Journal journal = new Journal(10_000, 1_000);
    for (int i = 1; i <= 1_000; i++) {
      journal.append(line(i));
    }
    Journal.Page page = journal.after(5, Integer.MAX_VALUE, true);
    long missed = lines(page).getFirst().get("events").getAsLong();
    List<Long> numbers = numbers(page);
    assertThat(page.lines().length).isBetween(7_000, 14_000);
    assertThat(missed).isEqualTo(1_000 - numbers.size() - 5);
    assertThat(numbers.getLast()).isEqualTo(1_000);
    assertThat(numbers.getFirst()).isEqualTo(5 + missed + 1);
    assertThat(page.next()).isEqualTo(1_000);
  }

  @Test
  @DisplayName("an entry larger than a piece of memory is kept whole until the next comes")
  void large() {
    Journal journal = new Journal(2_000, 1_000);
    journal.append(line(1));
    journal.append(told("x".repeat(5_000)));
    assertThat(numbers(journal.after(0, 10, true))).containsExactly(2L);
    journal.append(line(3));
    assertThat(numbers(journal.after(0, 10, true))).containsExactly(3L);
    assertThat(journal.after(0, 10, true).text()).startsWith("{\"type\":\"gap\",\"events\":2}\n");
  }

  @Test
  @DisplayName("a message is part of the line, byte for byte; a reader may leave it out")
  void message() {
    byte[] request = bytes("{\"id\" : 1.0, \"m\":\"ü \\\" x\"}");
    Journal journal = new Journal();
    journal.add(
        Entry.began(
            7, "person", "tools/call", new Span(request.length - 10, request.length - 1), request));
    assertThat(journal.after(0, 1, true).text())
        .endsWith(",\"request\":{\"id\" : 1.0, \"m\":\"ü \\\" x\"}}\n");
    JsonObject without = lines(journal.after(0, 1, false)).getFirst();
    assertThat(without.has("request")).isFalse();
    assertThat(without.get("requestBytes").getAsInt()).isEqualTo(request.length);
    assertThat(without.get("name").getAsString()).isEqualTo("ü \" x");
    assertThat(without.get("by").getAsString()).isEqualTo("person");
    assertThat(without.get("method").getAsString()).isEqualTo("tools/call");
    assertThat(without.get("call").getAsInt()).isEqualTo(7);
  }

  @Test
  @DisplayName("a call has its number, its run, its status and its time")
  void answer() {
    Journal journal = new Journal();
    byte[] response = bytes("{\"id\":1,\"result\":{}}");
    journal.add(Entry.began(journal.newCall(), "", "resources/read", Span.NONE, bytes("{}")));
    journal.add(Entry.ended(1, "sérver", 3, 2, Status.CRASHED, 1_234, Outgoing.of(response)));
    journal.add(Entry.ended(2, "", 0, 0, Status.CANCELLED, 5, Outgoing.of(new byte[0])));
    List<JsonObject> lines = lines(journal.after(0, Integer.MAX_VALUE, true));
    assertThat(lines.getFirst().has("name")).isFalse();
    assertThat(lines.getFirst().has("by")).isFalse();
    JsonObject crashed = lines.get(1);
    crashed.remove("t");
    assertThat(crashed)
        .hasToString(
            "{\"seq\":2,\"type\":\"answer\",\"call\":1,\"server\":\"sérver\",\"run\":3,\"deliveries\":2,"
                + "\"status\":\"crashed\",\"micros\":1234,\"responseBytes\":20,"
                + "\"response\":{\"id\":1,\"result\":{}}}");
    assertThat(lines.get(2).get("status").getAsString()).isEqualTo("cancelled");
    assertThat(lines.get(2).has("response")).isFalse();
    assertThat(journal.calls()).isEqualTo(1);
  }

  @Test
  @DisplayName("a message of several pieces is kept as it was sent")
  void pieces() {
    Splice splice = new Splice(bytes("{\"id\":1,\"result\":{}}"));
    splice.replace(new Span(6, 7), bytes("\"other\""));
    Journal journal = new Journal();
    journal.add(Entry.ended(1, "s", 1, 1, Status.OK, 1, splice.outgoing()));
    assertThat(lines(journal.after(0, 1, true)).getFirst().getAsJsonObject("response"))
        .hasToString("{\"id\":\"other\",\"result\":{}}");
  }

  @Test
  @DisplayName("a message beyond 64 KiB is cut, and its length kept")
  void cut() {
    byte[] large = bytes("{\"a\":\"" + "ü".repeat(JournalLine.MOST) + "\",\"name\":\"x\"}");
    Journal journal = new Journal();
    journal.add(Entry.began(1, "", "m", new Span(large.length - 4, large.length - 1), large));
    journal.add(Entry.ended(1, "s", 2, 1, Status.OK, 12, Outgoing.of(large)));
    List<JsonObject> lines = lines(journal.after(0, Integer.MAX_VALUE, true));
    assertThat(lines.get(0).has("request")).isFalse();
    assertThat(lines.get(0).get("name").getAsString()).isEqualTo("x");
    assertThat(lines.get(0).get("requestBegins").getAsString()).startsWith("{\"a\":\"üüü");
    assertThat(lines.get(1).has("response")).isFalse();
    assertThat(lines.get(1).get("responseBegins").getAsString())
        .startsWith("{\"a\":\"üüü")
        .hasSizeLessThan(JournalLine.MOST);
    assertThat(lines.get(1).get("responseBytes").getAsInt()).isEqualTo(large.length);
    JournalLine told = told("x".repeat(JournalLine.MOST + 1));
    assertThat(only(told, true).get("text").getAsString())
        .hasSize(JournalLine.MOST + 1)
        .endsWith("…");
  }

  @Test
  @DisplayName("an entry is a line of JSON with its type, whatever its texts contain")
  void texts() {
    String odd = "\u0000\n\"\\\u2028😀\ud800";
    JournalLine line = new JournalLine("ends").text("server", odd).number("run", 1);
    JsonObject read = only(line.flag("byItself", true).text("how", odd), true);
    assertThat(read.get("type").getAsString()).isEqualTo("ends");
    assertThat(read.get("byItself").getAsBoolean()).isTrue();
    assertThat(read.get("how").getAsString()).startsWith("\u0000\n\"\\\u2028😀");
  }

  @Test
  @DisplayName("a search gets every line that is there, once and in order, until it has enough")
  void scan() {
    Journal journal = new Journal(20 * Journal.PIECE, 1_000);
    for (int i = 1; i <= 5_000; i++) {
      journal.append(line(i));
    }
    byte[] request = bytes("{\"id\":1,\r\"m\":1}");
    journal.add(Entry.began(1, "", "m", Span.NONE, request));
    List<String> all = new ArrayList<>();
    journal.scan(line -> {
      all.add(line);
      journal.append(line(0)); // what comes meanwhile is not waited for
      return true;
    });
    assertThat(
            all.stream()
                .map(l -> JsonParser.parseString(l).getAsJsonObject().get("seq").getAsLong()))
        .startsWith(1L, 2L)
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(all).anyMatch(l -> l.endsWith(",\"request\":{\"id\":1,\r\"m\":1}}"));
    assertThat(all).hasSizeLessThan(10_100);
    List<String> some = new ArrayList<>();
    journal.scan(line -> {
      some.add(line);
      return some.size() < 3;
    });
    assertThat(some).hasSize(3);
  }

  @Test
  @DisplayName("a reader is woken by a new entry, and by the end of the session")
  void waits() throws Exception {
    Journal journal = new Journal();
    CompletableFuture<Journal.Page> reader =
        CompletableFuture.supplyAsync(() -> {
          try {
            journal.await(0, 20_000);
            return journal.after(0, 10, true);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    journal.append(line(1));
    assertThat(numbers(reader.get(20, TimeUnit.SECONDS))).containsExactly(1L);
    CompletableFuture<Boolean> end =
        CompletableFuture.supplyAsync(() -> {
          try {
            journal.await(1, 20_000);
            return journal.awaitClose(0);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    journal.close();
    assertThat(end.get(20, TimeUnit.SECONDS)).isTrue();
  }
}
