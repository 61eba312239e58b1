package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
  private final OwnWrites writes = new OwnWrites();

  private List<String> changed(boolean near, String... files) {
    return writes.changed(writes.counting(List.of(files)), near);
  }

  @Test
  @DisplayName("three restarts in a row for a file, then it is left out, and only it")
  void leftOut() {
    assertThat(changed(false, "logs/1.log")).isEmpty();
    assertThat(changed(true, "logs/2.log", "a.json")).isEmpty();
    assertThat(changed(true, "logs/3.log")).isEmpty();
    assertThat(changed(true, "a.json")).isEmpty();
    assertThat(changed(true, "logs/4.log")).isEmpty();
    assertThat(changed(true, "logs/5.log", "a.json")).containsExactly("logs/5.log");
    assertThat(writes.counting(List.of("logs/6.log", "a.json"))).containsExactly("a.json");
  }

  @Test
  @DisplayName("a change that has nothing to do with a start breaks the row")
  void broken() {
    for (int i = 0; i < 9; i++) {
      assertThat(changed(i % 3 != 0, "a.log")).isEmpty();
    }
  }

  @Test
  @DisplayName("sources can be saved more often")
  void sources() {
    for (int i = 0; i < 10; i++) {
      assertThat(changed(true, "src/a.py")).isEmpty();
    }
    assertThat(changed(true, "src/a.py")).containsExactly("src/a.py");
  }
}
