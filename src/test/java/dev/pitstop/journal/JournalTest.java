package dev.pitstop.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("31.1: the journal in memory")
class JournalTest {
  private static Happened line(int number) {
    return new Happened.Wrote("s", 1, "line " + number);
  }

  private static List<Long> numbers(Journal.Page page) {
    return page.entries().stream().map(JournalEntry::seq).toList();
  }

  @Test
  @DisplayName("entries come in order, a part at a time, and each once")
  void inOrder() {
    Journal journal = new Journal();
    for (int i = 1; i <= 200; i++) {
      journal.append(line(i));
    }
    List<Long> read = new ArrayList<>();
    long after = 0;
    for (Journal.Page p = journal.after(after, 7);
        !p.entries().isEmpty();
        p = journal.after(after, 7)) {
      assertThat(p.missed()).isZero();
      read.addAll(numbers(p));
      after = p.next();
    }
    assertThat(read).hasSize(200).startsWith(1L, 2L).endsWith(199L, 200L);
    assertThat(journal.after(200, 7)).isEqualTo(new Journal.Page(0, List.of(), 200));
    assertThat(journal.last()).isEqualTo(200);
  }

  @Test
  @DisplayName("what is too much falls out, the oldest first, and a reader learns how many it missed")
  void bounded() {
    Journal journal = new Journal(10_000);
    for (int i = 1; i <= 1_000; i++) {
      journal.append(line(i));
    }
    Journal.Page page = journal.after(5, Integer.MAX_VALUE);
    assertThat(page.entries()).hasSizeBetween(30, 80);
    assertThat(page.missed()).isEqualTo(1_000 - page.entries().size() - 5);
    assertThat(page.entries().getLast().seq()).isEqualTo(1_000);
    assertThat(page.entries().getFirst().seq()).isEqualTo(5 + page.missed() + 1);
  }

  @Test
  @DisplayName("a single entry above the limit is kept until the next comes")
  void large() {
    Journal journal = new Journal(1_000);
    journal.append(line(1));
    journal.append(new Happened.Told("s", "x".repeat(5_000)));
    assertThat(numbers(journal.after(0, 10))).containsExactly(2L);
    journal.append(line(3));
    assertThat(numbers(journal.after(0, 10))).containsExactly(3L);
  }

  @Test
  @DisplayName("a message beyond 64 KiB is cut, and its length kept; a shorter one is not copied")
  void cut() {
    byte[] small = "{}".getBytes(StandardCharsets.UTF_8);
    assertThat(Payload.of(small).bytes()).isSameAs(small);
    assertThat(Payload.of(small).cut()).isFalse();
    Payload large = Payload.of(new byte[Payload.MOST + 1]);
    assertThat(large.bytes()).hasSize(Payload.MOST);
    assertThat(large.length()).isEqualTo(Payload.MOST + 1);
    assertThat(large.cut()).isTrue();
  }

  @Test
  @DisplayName("a reader is woken by a new entry, and by the end of the session")
  void waits() throws Exception {
    Journal journal = new Journal();
    CompletableFuture<Journal.Page> reader =
        CompletableFuture.supplyAsync(() -> {
          try {
            journal.await(0);
            return journal.after(0, 10);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    journal.append(line(1));
    assertThat(numbers(reader.get(20, TimeUnit.SECONDS))).containsExactly(1L);
    CompletableFuture<Boolean> end =
        CompletableFuture.supplyAsync(() -> {
          try {
            journal.await(1);
            return journal.awaitClose(0);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    journal.close();
    assertThat(end.get(20, TimeUnit.SECONDS)).isTrue();
  }
}
