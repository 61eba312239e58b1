package dev.pitstop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A session that dies at any moment, and its successors. The lines are words: `do N` is a request,
/// `keep K N` one that makes the session what it is, `tell N` a notification.
@DisplayName("C1, C2: a capsule is valid after every store")
class CapsuleTest {
  private static final int LONGEST = 200_000;

  /// What has happened in all processes of a session.
  private static final class History {
    final Map<String, Integer> done = new HashMap<>();
    final Map<String, String> states = new LinkedHashMap<>(); // by key: what the client was told
    String noted = "";
    String notes = ""; // what is being noted
  }

  /// A process that has the session: it reads lines, and answers each some lines later.
  private static final class Life {
    private final Lines lines;
    private final History history;
    private final Random random;
    private final Map<String, Integer> kept = new HashMap<>();
    private final List<Runnable> unanswered = new ArrayList<>();
    private final ByteArrayOutputStream queue = new ByteArrayOutputStream();
    private final List<String> replayed = new ArrayList<>();
    private final Map<String, String> expected;
    private long offered;

    Life(MortalConduit conduit, History history, long seed) throws IOException {
      expected = Map.copyOf(history.states);
      lines = new Lines(new Capsule(conduit));
      this.history = history;
      this.random = new Random(seed);
      assertThat(lines.noted("last")).isIn(history.noted, history.notes);
      assertThat(lines.noted("first")).isIn("", "0");
      lines.longest(LONGEST);
      lines.out().finish();
    }

    void run() throws IOException, InterruptedException {
      LineReader reader = new LineReader(lines.in(), LONGEST, this::someAnswers);
      while (true) {
        switch (reader.next()) {
          case Line.Text t -> take(t.bytes());
          case Line.TooLong tooLong -> lines.skips();
          case Line.NoMemory none -> throw new AssertionError("no memory");
          case Line.End end -> {
            answers(unanswered.size());
            write();
            assertThat(replayed).containsAll(expected.keySet());
            return;
          }
        }
      }
    }

    private void take(byte[] bytes) {
      String line = new String(bytes, StandardCharsets.UTF_8);
      String[] word = line.split(" ", -1);
      switch (word[0]) {
        case "tell" -> {
          lines.passes(bytes.length);
          note(word[1]);
        }
        case "do" -> request(line, word[1], "");
        case "keep" -> request(line, word[2], word[1]);
        default -> throw new AssertionError("not a line of the client: " + line);
      }
    }

    private void note(String number) {
      history.noted = lines.noted("last");
      history.notes = number;
      if (history.noted.isEmpty()) {
        lines.note("first", "0");
      }
      lines.note("last", number);
      history.noted = number;
      assertThat(lines.noted("first")).isEqualTo("0");
    }

    private void request(String line, String number, String key) {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      int place = lines.takes(bytes, bytes.length, false);
      assertThat(place).isNotNegative();
      switch (lines.how(place)) {
        case NEW -> {
          if (key.isEmpty()) {
            history.done.merge(number, 1, Integer::sum);
          }
          unanswered.add(() -> answer("done", line, number, key, place));
        }
        case OPEN -> {
          if (key.isEmpty()) {
            answer("lost", line, number, key, place);
          } else {
            unanswered.add(() -> answer("done", line, number, key, place));
          }
        }
        case KEPT -> {
          stays(key, place);
          replayed.add(key);
        }
      }
    }

    private void answer(String word, String line, String number, String key, int place) {
      int pad = random.nextInt(12) == 0 ? random.nextInt(150_000) : random.nextInt(40);
      byte[] text =
          (word + " " + number + " " + "x".repeat(pad) + "\n").getBytes(StandardCharsets.UTF_8);
      queue.writeBytes(text);
      offered += text.length;
      if (key.isEmpty()) {
        lines.answered(place, offered);
        return;
      }
      lines.kept(place, offered);
      stays(key, place);
      history.states.remove(key); // unknown until it has left
      replayed.add(key);
      leaving.add(() -> history.states.put(key, line));
    }

    private void stays(String key, int place) {
      Integer before = kept.put(key, place);
      if (before != null && before != place) {
        lines.free(before);
      }
    }

    private final List<Runnable> leaving = new ArrayList<>();

    private void someAnswers() {
      answers(random.nextInt(unanswered.size() + 1));
      if (random.nextBoolean()) {
        try {
          write();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }

    private void answers(int count) {
      for (int i = 0; i < count; i++) {
        unanswered.remove(random.nextInt(unanswered.size())).run();
      }
    }

    /// As the outbox does: whole messages together, and a large one in parts.
    private void write() throws IOException {
      byte[] all = queue.toByteArray();
      queue.reset();
      for (int at = 0; at < all.length; ) {
        int n = Math.min(all.length - at, 64 << 10);
        int end = at + n;
        while (end > at && all[end - 1] != '\n') {
          end--;
        }
        n = end > at ? end - at : n;
        lines.out().write(all, at, n);
        at += n;
      }
      leaving.forEach(Runnable::run);
      leaving.clear();
    }
  }

  private static byte[] script(long seed, int count) {
    Random random = new Random(seed);
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int kind = random.nextInt(12);
      String pad = "p".repeat(random.nextInt(8) == 0 ? random.nextInt(90_000) : random.nextInt(30));
      script.append(
          switch (kind) {
            case 0 -> "keep " + "abc".charAt(random.nextInt(3)) + " " + i + "\n";
            case 1 -> "tell " + i + "\r\n";
            case 2 -> " \n\ndo " + i + " \r\n";
            case 3 -> "do " + i + " " + "é".repeat(3) + "\n";
            default -> "do " + i + " " + pad + "\n";
          });
    }
    return script.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> requests(byte[] script) {
    List<String> numbers = new ArrayList<>();
    for (String line : new String(script, StandardCharsets.UTF_8).split("\n", -1)) {
      String[] word = line.split(" ", -1);
      if (word[0].equals("do")) {
        numbers.add(word[1].strip());
      } else if (word[0].equals("keep")) {
        numbers.add(word[2].strip());
      }
    }
    return numbers;
  }

  /// @param lives how many steps each process makes but the last
  /// @return how many steps were made
  private static long live(byte[] script, long seed, long... lives) throws Exception {
    MortalConduit conduit = new MortalConduit(script, seed);
    History history = new History();
    for (int i = 0; i <= lives.length; i++) {
      conduit.begins(i < lives.length ? lives[i] : Long.MAX_VALUE);
      try {
        new Life(conduit, history, seed + i).run();
        break;
      } catch (MortalConduit.Died died) {
        // the next one goes on
      }
    }
    Map<String, Integer> answered = new HashMap<>();
    String got = new String(conduit.got(), StandardCharsets.UTF_8);
    assertThat(got).endsWith("\n");
    for (String line : got.substring(0, got.length() - 1).split("\n", -1)) {
      assertThat(line).matches("(done|lost) \\d+ x*");
      answered.merge(line.split(" ", -1)[1], 1, Integer::sum);
    }
    assertThat(answered.keySet()).containsExactlyInAnyOrderElementsOf(requests(script));
    assertThat(answered.values()).containsOnly(1);
    assertThat(history.done.values()).containsOnly(1);
    return conduit.steps();
  }

  @Test
  @DisplayName("L1: a question is withdrawn by a later process if the next one dies before it can")
  void question() throws Exception {
    MortalConduit conduit = new MortalConduit(new byte[0], 1);
    assertThat(new Lines(new Capsule(conduit)).asks("7")).isNotNegative();
    assertThat(new Lines(new Capsule(conduit)).asked()).containsExactly("7");
    Lines third = new Lines(new Capsule(conduit));
    assertThat(third.asked()).containsExactly("7");
    third.free(third.asks("7"));
    assertThat(new Lines(new Capsule(conduit)).asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  @DisplayName("Wherever the process dies, each request has one answer, and is done once at most")
  void anywhere(long seed) throws Exception {
    byte[] script = script(seed, 25);
    long steps = live(script, seed);
    for (long life = 1; life <= steps; life++) {
      live(script, seed, life);
    }
  }

  @Test
  @DisplayName("And however often it dies")
  void often() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 100; i++) {
      byte[] script = script(i, 60);
      long[] lives = random.longs(random.nextInt(12), 1, 400).toArray();
      live(script, i, lives);
    }
  }
}
