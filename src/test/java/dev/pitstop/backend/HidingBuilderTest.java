package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.build.HidingBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HidingBuilderTest {
  @Test
  @DisplayName("neither progress nor report of a build show what nobody may see")
  void hides() {
    List<String> told = new CopyOnWriteArrayList<>();
    FakeBuilder inner = new FakeBuilder();
    FakeBuilder.start(
        new HidingBuilder(inner, text -> text.replace("sesame", "…")),
        told::add,
        result -> told.add(result.report()));
    FakeBuilder.FakeBuild build = inner.next();
    build.line("+ curl -H sesame");
    build.fail("sesame was refused");
    assertThat(told).containsExactly("+ curl -H …", "… was refused");
  }
}
