package dev.pitstop.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The front reads command lines before there is a JVM, with tables of its own: they must say
/// nothing that the tables here do not say. FrontTest (end to end) compares what both make of whole
/// command lines.
@DisplayName("S1, O1: the tables of the front")
class FrontTablesTest {
  private static final Pattern ROW = Pattern.compile("\\{\"([a-z-]+)\", ([A-Z_]+), \"([^\"]*)\"}");
  private static final Pattern WORD = Pattern.compile("\"([a-z]+)\"");

  private final String source = Files.readString(Path.of("src/main/c/front.c"));

  FrontTablesTest() throws IOException {}

  private String between(String begin, String end) {
    int from = source.indexOf(begin);
    return source.substring(from, source.indexOf(end, from));
  }

  @Test
  @DisplayName("Each of its options is one, with a value or without, and the words are ours")
  void options() throws UsageException {
    Matcher rows = ROW.matcher(source);
    int count = 0;
    while (rows.find()) {
      count++;
      String name = rows.group(1);
      OptionRow row = OptionTable.row(name).orElseThrow(() -> new AssertionError(name));
      assertThat(row.isSwitch()).as(name).isEqualTo(rows.group(2).equals("SWITCH"));
      for (String word : rows.group(3).split(",", -1)) {
        if (rows.group(2).equals("ONE_OF")) {
          Options o = Here.parse(new String[] {"--" + name, word, "--", "x"});
          Checks.of(o);
          SessionOptions.settings(o);
          SessionOptions.notices(o);
          SessionOptions.tools(o);
          Logging.level(o);
        }
      }
    }
    assertThat(count).isEqualTo(between("} OPTIONS[] = {", "};").split("\n  \\{", -1).length - 1);
  }

  @Test
  @DisplayName("It knows all words that are Pitstop's own")
  void words() {
    Set<String> known = new HashSet<>();
    Matcher words = WORD.matcher(between("OWN_WORDS[] = {", "};"));
    while (words.find()) {
      known.add(words.group(1));
    }
    List<String> ours = new ArrayList<>(List.of("version", "cli", "mux", "status"));
    OwnWords.COMMANDS.forEach(word -> ours.add(word.name()));
    assertThat(known).containsExactlyInAnyOrderElementsOf(ours);
  }
}
