package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is done with a catalogue grows with its tools, not with their square. Counted is what is
/// allocated, which no busy machine changes.
class LinearWorkTest {
  private static final Size FEW = Size.of(500);
  private static final Size MANY = Size.of(5_000);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Two catalogues of one size, before and after a reload.
  record Size(String json, Catalog before, Catalog changed, Catalog renamed) {
    static Size of(int tools) {
      String before = tools(tools, "tool", "");
      return new Size(
          before,
          catalog(before),
          catalog(tools(tools, "tool", ",\"depth\":{\"type\":\"integer\"}")),
          catalog(tools(tools, "other", "")));
    }

    private static Catalog catalog(String json) {
      return Catalog.empty().with(Kind.TOOLS, Listing.parse(Kind.TOOLS, List.of(json)).entries());
    }

    private static String tools(int n, String name, String more) {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        all.add(
            "{\"name\":\"%s_%05d\",\"description\":\"Does thing %05d\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}%s}}}"
                .formatted(name, i, i, more));
      }
      return "{\"tools\":[" + String.join(",", all) + "]}";
    }
  }

  private static long allocated(Consumer<Size> work, Size size) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.accept(size);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static Named<Consumer<Size>> named(String name, Consumer<Size> work) {
    return Named.of(name, work);
  }

  private static List<Named<Consumer<Size>>> work() {
    return List.of(
        named("a list is read", s -> Listing.parse(Kind.TOOLS, List.of(s.json)).entries()),
        named("equal ones are compared", s -> Diff.between(s.before, s.before)),
        named("all tools changed", s -> Diff.between(s.before, s.changed).text(20)),
        named("all have other names", s -> Diff.between(s.before, s.renamed).text(20)),
        named("as JSON", s -> Diff.between(s.before, s.changed).json(20)),
        named("a search", s -> ToolPage.of(s.before, Optional.of("does thing 00042"), "")),
        named("near names", s -> Nearest.names("tol_00042", names(s.before), 3)),
        named(
            "names of one of many servers",
            s -> names(s.before).forEach(n -> Namespace.expose("server", n))));
  }

  private static List<String> names(Catalog catalog) {
    return catalog.entries(Kind.TOOLS).stream().map(Entry::key).toList();
  }

  @ParameterizedTest
  @MethodSource("work")
  @DisplayName("ten times the tools take ten times the work")
  void linear(Consumer<Size> work) {
    work.accept(FEW); // loads classes
    long forFew = allocated(work, FEW);
    assertThat(forFew).isPositive();
    assertThat(allocated(work, MANY)).isLessThan(12 * forFew);
  }
}
