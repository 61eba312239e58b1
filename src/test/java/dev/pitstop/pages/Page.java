package dev.pitstop.pages;

import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A Markdown page of this repository: its fenced blocks, links, headings and inline code.
///
/// A comment on the line before a block says where the block comes from:
///
/// - `<!-- example -->`: nobody runs it. Its command lines must still be valid.
/// - `<!-- sample: SESSION/NAME -->`: the program prints it. `PageSamplesTest` plays the session
///   and compares. `<!-- sample: SESSION/NAME lines 1-2,8-9 -->` shows these lines only, with a `…`
///   for each gap.
/// - `<!-- checked: NameOfATest -->`: that test holds it true.
/// - no comment: `PageCommandsTest` runs a block of `sh`.
public record Page(Path file, List<String> lines, List<Block> blocks) {
  private static final Pattern FENCE = Pattern.compile("^( *)```(\\w*)\\s*$");
  private static final Pattern MARK =
      Pattern.compile(
          "^ *<!-- (example|checked: (\\w+)|sample: (\\S+?)(?: lines ([-,\\d]+))?) -->$");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href|srcset)=\"([^\"]+)\"");
  private static final Pattern HEADING = Pattern.compile("^#{1,6} (.*)$");
  private static final Pattern CODE = Pattern.compile("(`+)(.+?)\\1");

  /// Where a block comes from.
  public sealed interface Mark {}

  /// An example: nobody runs it.
  public record Example() implements Mark {}

  /// What another test holds true.
  public record Checked(String test) implements Mark {}

  /// What the program prints.
  ///
  /// @param ranges the lines shown, such as `1-2,8-9`, counted from 1; empty for all
  public record Sample(String session, String name, String ranges) implements Mark {
    /// These lines of the whole text. A gap between them becomes a line with an ellipsis.
    public String cut(String text) {
      List<String> all = text.strip().lines().toList();
      if (ranges.isEmpty()) {
        return String.join("\n", all) + "\n";
      }
      StringBuilder shown = new StringBuilder();
      int next = 1;
      for (String range : ranges.split(",")) {
        String[] ends = range.split("-");
        int from = Integer.parseInt(ends[0]);
        int to = Integer.parseInt(ends[ends.length - 1]);
        if (to > all.size()) {
          throw new IllegalArgumentException("lines " + ranges + " of:\n" + text);
        }
        if (from > next) {
          shown.append("  …\n");
        }
        all.subList(from - 1, to).forEach(line -> shown.append(line).append('\n'));
        next = to + 1;
      }
      if (next <= all.size()) {
        shown.append("  …\n");
      }
      return shown.toString();
    }
  }

  /// A fenced block.
  ///
  /// @param line the number of its first line of text, from 1
  /// @param language what stands behind the fence; may be empty
  /// @param text its lines, each with its end, without the indent of the fence
  public record Block(int line, String language, Optional<Mark> mark, String text) {
    /// Whether it shows what Pitstop says.
    public boolean quotesPitstop() {
      return text.contains("[pitstop]");
    }
  }

  /// Reads a page.
  public static Page read(Path file) {
    List<String> lines = Disk.io(() -> Files.readAllLines(file));
    return new Page(file, lines, blocks(lines));
  }

  /// The pages for users: README.md and `docs/*.md` but for those that only contributors read.
  public static List<Page> forUsers() {
    return all().stream().filter(p -> !p.isForContributors()).toList();
  }

  /// All pages of the repository's root, `docs`, `docs/design`, `examples` and `bench`.
  public static List<Page> all() {
    List<Path> files = new ArrayList<>();
    for (String folder : List.of(".", "docs", "docs/design", "examples", "bench")) {
      try (Stream<Path> all = Files.list(Path.of(folder))) {
        all.filter(f -> f.toString().endsWith(".md")).map(Path::normalize).forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files.stream().sorted().map(Page::read).toList();
  }

  private boolean isForContributors() {
    String name = file.toString().replace('\\', '/');
    return name.startsWith("docs/design/")
        || name.startsWith("bench/")
        || (!name.contains("/") && !name.equals("README.md"));
  }

  private static List<Block> blocks(List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    int i = 0;
    while (i < lines.size()) {
      Matcher fence = FENCE.matcher(lines.get(i++));
      if (!fence.matches()) {
        continue;
      }
      int first = i;
      int indent = fence.group(1).length();
      StringBuilder text = new StringBuilder();
      while (i < lines.size() && !lines.get(i).strip().equals("```")) {
        String line = lines.get(i++);
        text.append(line.length() >= indent ? line.substring(indent) : line.strip()).append('\n');
      }
      i++; // the end of the block
      Optional<Mark> mark = first >= 2 ? mark(lines.get(first - 2)) : Optional.empty();
      blocks.add(new Block(first + 1, fence.group(2), mark, text.toString()));
    }
    return blocks;
  }

  private static Optional<Mark> mark(String line) {
    Matcher mark = MARK.matcher(line);
    if (!mark.matches()) {
      return Optional.empty();
    }
    if (mark.group(1).equals("example")) {
      return Optional.of(new Example());
    }
    Optional<String> test = Optional.ofNullable(mark.group(2));
    if (test.isPresent()) {
      return Optional.of(new Checked(test.get()));
    }
    String name = mark.group(3);
    int slash = name.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("a sample is called SESSION/NAME: " + line);
    }
    String ranges = Optional.ofNullable(mark.group(4)).orElse("");
    return Optional.of(new Sample(name.substring(0, slash), name.substring(slash + 1), ranges));
  }

  /// Its lines without the fenced blocks.
  public List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean inside = false;
    for (String line : lines) {
      boolean fence = line.strip().startsWith("```");
      if (!inside && !fence) {
        prose.add(line);
      }
      inside ^= fence;
    }
    return prose;
  }

  /// What its links and pictures lead to, as written.
  public List<String> links() {
    List<String> links = new ArrayList<>();
    Matcher link = LINK.matcher(CODE.matcher(String.join("\n", prose())).replaceAll("``"));
    while (link.find()) {
      links.add(link.group(1) != null ? link.group(1) : link.group(2));
    }
    return links;
  }

  /// The texts between backquotes, each on one line.
  public List<String> inlineCode() {
    List<String> found = new ArrayList<>();
    Matcher code = CODE.matcher(String.join("\n", prose()).replaceAll("\n(?!\n|[-|#])", " "));
    while (code.find()) {
      found.add(code.group(2).strip());
    }
    return found;
  }

  /// The anchors of its headings, as GitHub makes them.
  public Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    for (String line : prose()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String slug =
            heading
                .group(1)
                .replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1")
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        String anchor = slug;
        for (int i = 1; !anchors.add(anchor); i++) {
          anchor = slug + "-" + i;
        }
      }
    }
    return anchors;
  }
}
