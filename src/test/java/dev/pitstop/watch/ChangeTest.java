package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R6: kinds of changes, and the families of files")
class ChangeTest {
  @ParameterizedTest(name = "{0}, then {1}: {2}")
  @CsvSource({
    "CREATED, MODIFIED, CREATED",
    "CREATED, DELETED, CREATED",
    "MODIFIED, DELETED, DELETED",
    "MODIFIED, MODIFIED, MODIFIED",
    "DELETED, CREATED, MODIFIED",
    "DELETED, DELETED, DELETED",
  })
  void aFileThatWasThereIsNeverACreatedOne(Change first, Change second, Change both) {
    assertThat(first.then(second)).isEqualTo(both);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "a.js, **/*.js",
    "src/gen/a.js, src/gen/**/*.js src/gen/**/* src/**/*.js src/**/* **/*.js",
    "src/.env, src/**/*",
    "/abs/x, /abs/**/*",
  })
  void theClosestFamilyComesFirstAndAllFilesAreNone(String path, String families) {
    assertThat(Family.of(path).stream().map(Family::toString)).containsExactly(families.split(" "));
  }

  @ParameterizedTest(name = "{0} is wider than {1}: {2}")
  @CsvSource({
    "src/a.js, src/gen/a.js, true",
    "a.js, src/a.js, true",
    "src/a, src/a.js, true",
    "src/a.js, src/a.js, false",
    "src/a.js, src/a, false",
    "src/a.js, srcgen/a.js, false",
    "src/gen/a.js, src/a.js, false",
  })
  void oneFamilyHoldsAnother(String some, String other, boolean wider) {
    assertThat(Family.of(some).getFirst().isWiderThan(Family.of(other).getFirst()))
        .isEqualTo(wider);
  }
}
