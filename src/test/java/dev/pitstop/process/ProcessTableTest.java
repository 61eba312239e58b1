package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.ProcessTable.Row;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The table of processes")
class ProcessTableTest {
  private static final String NUMBERS = " 7 8 9 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 99 0 0";

  @Test
  void parsesNamesWithAnythingInThem() {
    for (String name : List.of("sh", "a b", "x) S 1 1", "((", "new\nline)", "")) {
      Row row = ProcessTable.parse("42 (" + name + ") S" + NUMBERS).orElseThrow();
      assertThat(row).as(name).isEqualTo(new Row(42, 'S', 7, 8, 9));
    }
  }

  @Test
  void takesNothingElseForAProcess() {
    for (String text : List.of("", "42", "42 (sh", "42 (sh)", "42 (sh) S 1")) {
      assertThat(ProcessTable.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void aTreeIsDescendantsAndSessionAndTheirs() {
    ProcessTable table =
        new ProcessTable(
            List.of(
                new Row(1, 'S', 0, 1, 1),
                new Row(10, 'S', 1, 10, 10),
                new Row(11, 'S', 10, 10, 10), // child
                new Row(12, 'S', 11, 12, 12), // grandchild in a session of its own
                new Row(13, 'S', 1, 12, 12), // orphan of that session
                new Row(14, 'S', 1, 10, 10), // double-forked orphan
                new Row(20, 'S', 1, 20, 20)));
    assertThat(table.tree(10)).containsExactlyInAnyOrder(11L, 12L, 13L, 14L);
    assertThat(table.tree(99)).isEmpty();
  }

  @Test
  void outlivesItsLeader() {
    ProcessTable table = new ProcessTable(List.of(new Row(14, 'S', 1, 10, 10)));
    assertThat(table.tree(10)).containsExactly(14L);
  }

  @Test
  void seesThisProcess() {
    long self = ProcessHandle.current().pid();
    assertThat(ProcessTable.read().orElseThrow().contains(self)).isTrue();
    assertThat(ProcessTable.alive(self)).isTrue();
  }
}
