package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("kinds of changes")
class FileChangeTest {
  @ParameterizedTest(name = "{0}, then {1}: {2}")
  @CsvSource({
    "CREATED, MODIFIED, CREATED",
    "CREATED, DELETED, CREATED",
    "MODIFIED, DELETED, DELETED",
    "MODIFIED, MODIFIED, MODIFIED",
    "DELETED, CREATED, MODIFIED",
    "DELETED, DELETED, DELETED",
  })
  void aFileThatWasThereIsNeverACreatedOne(FileChange first, FileChange second, FileChange both) {
    assertThat(first.then(second)).isEqualTo(both);
  }
}
