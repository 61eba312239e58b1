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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
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
    return page.texts().stream().map(l -> JsonParser.parseString(l).getAsJsonObject()).toList();
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
    assertThat(journal.after(0, 10, true).texts()).startsWith("{\"type\":\"gap\",\"events\":2}");
  }

  @Test
  @DisplayName("a message is part of the line, byte for byte; a reader may leave it out")
  void message() {
    byte[] request = bytes("{\"id\" : 1.0, \"m\":\"ü \\\" x\"}");
    Journal journal = new Journal();
    journal.add(
        new JournalLine("call").number("call", 7).text("by", "person").text("name", "ü \" x"),
        "request",
        Outgoing.of(request));
    assertThat(journal.after(0, 1, true).texts())
        .singleElement()
        .asString()
        .endsWith(",\"request\":{\"id\" : 1.0, \"m\":\"ü \\\" x\"}}");
    JsonObject without = lines(journal.after(0, 1, false)).getFirst();
    assertThat(without.has("request")).isFalse();
    assertThat(without.get("requestBytes").getAsInt()).isEqualTo(request.length);
    assertThat(without.get("name").getAsString()).isEqualTo("ü \" x");
    assertThat(without.get("by").getAsString()).isEqualTo("person");
    assertThat(without.get("call").getAsInt()).isEqualTo(7);
  }

  private static void answer(Journal journal, Outgoing response) {
    journal.add(new JournalLine("answer").number("call", 1), "response", response);
  }

  @Test
  @DisplayName(
      "an entry has its number, its time and its members in order; empty ones are left out")
  void members() {
    Journal journal = new Journal();
    long before = System.currentTimeMillis();
    answer(journal, Outgoing.of(bytes("{\"id\":1}")));
    journal.add(new JournalLine("answer").text("server", ""), "response", Outgoing.of(new byte[0]));
    List<JsonObject> lines = lines(journal.after(0, Integer.MAX_VALUE, true));
    assertThat(lines.getFirst().remove("t").getAsLong())
        .isBetween(before, System.currentTimeMillis());
    assertThat(lines.getFirst())
        .hasToString(
            "{\"seq\":1,\"type\":\"answer\",\"call\":1,\"responseBytes\":8,"
                + "\"response\":{\"id\":1}}");
    lines.get(1).remove("t");
    assertThat(lines.get(1)).hasToString("{\"seq\":2,\"type\":\"answer\",\"responseBytes\":0}");
    assertThat(journal.newCall()).isEqualTo(journal.calls()).isEqualTo(1);
  }

  @Test
  @DisplayName("a message of several pieces is kept as it was sent")
  void pieces() {
    Splice splice = new Splice(bytes("{\"id\":1,\"result\":{}}"));
    splice.replace(new Span(6, 7), bytes("\"other\""));
    Journal journal = new Journal();
    answer(journal, splice.outgoing());
    assertThat(lines(journal.after(0, 1, true)).getFirst().getAsJsonObject("response"))
        .hasToString("{\"id\":\"other\",\"result\":{}}");
  }

  @Test
  @DisplayName("a message beyond 64 KiB is cut, and its length kept")
  void cut() {
    byte[] large = bytes("{\"a\":\"" + "ü".repeat(JournalLine.MOST) + "\"}");
    Journal journal = new Journal();
    answer(journal, Outgoing.of(large));
    JsonObject line = lines(journal.after(0, Integer.MAX_VALUE, true)).getFirst();
    assertThat(line.has("response")).isFalse();
    assertThat(line.get("responseBegins").getAsString())
        .startsWith("{\"a\":\"üüü")
        .hasSizeLessThan(JournalLine.MOST);
    assertThat(line.get("responseBytes").getAsInt()).isEqualTo(large.length);
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
  @DisplayName(
      "every line that is there is passed on, once and in order; what comes is not waited for")
  void passed() {
    Journal journal = new Journal(20 * Journal.PIECE, 1_000);
    for (int i = 1; i <= 5_000; i++) {
      journal.append(line(i));
    }
    answer(journal, Outgoing.of(bytes("{\"id\":1,\r\"m\":1}")));
    List<String> all = new ArrayList<>();
    long last =
        journal.pass(
            0,
            true,
            page -> {
              all.addAll(page.texts());
              journal.append(line(0));
            });
    assertThat(
            all.stream()
                .map(l -> JsonParser.parseString(l).getAsJsonObject().get("seq").getAsLong()))
        .startsWith(1L, 2L)
        .endsWith(last)
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(all)
        .hasSizeBetween(5_001, 5_100)
        .anyMatch(l -> l.endsWith(",\"response\":{\"id\":1,\r\"m\":1}}"));
  }

  @Test
  @DisplayName("who follows is woken by a new entry, told when there is no more, and sees the end")
  void follows() throws Exception {
    Journal journal = new Journal();
    BlockingQueue<Journal.Page> pages = new LinkedBlockingQueue<>();
    CompletableFuture<Long> follower =
        CompletableFuture.supplyAsync(() -> {
          try {
            return journal.follow(0, new Journal.Pace(0, 2_000, Long.MAX_VALUE), true, pages::add);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    journal.append(line(1));
    Journal.Page page = pages.take();
    while (page.isEmpty()) {
      page = pages.take();
    }
    assertThat(numbers(page)).containsExactly(1L);
    assertThat(pages.take().isEmpty()).isTrue();
    journal.append(line(2));
    journal.close();
    assertThat(follower.get()).isEqualTo(2);
    assertThat(pages.stream().flatMap(p -> numbers(p).stream())).containsExactly(2L);
  }

  @Test
  @DisplayName("a look passes on only so much, so that a flood costs little; the last one the rest")
  void atOnce() throws Exception {
    Journal journal = new Journal();
    for (int i = 0; i < 5; i++) {
      journal.append(new JournalLine("x").text("text", "x".repeat(40_000)));
    }
    List<List<Long>> looks = new ArrayList<>();
    journal.follow(
        0,
        new Journal.Pace(0, 2_000, 1),
        true,
        page -> {
          looks.add(numbers(page));
          if (page.isEmpty()) {
            journal.close();
          }
        });
    assertThat(looks).containsExactly(List.of(1L, 2L), List.of(), List.of(3L, 4L), List.of(5L));
  }
}
