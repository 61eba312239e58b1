package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.pitstop.catalog.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The contract of a server in a file.
class BaselineTest {
  private static final String A = "{'name':'a','inputSchema':{'type':'object','properties':{}}}";
  private static final String B = "{'name':'b','inputSchema':{'type':'object','properties':{}}}";

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void file() {
    file = directory.resolve("contract.json");
  }

  private static ListFacts tools(ListFacts.End end, String... tools) {
    List<JsonElement> items =
        List.of(tools).stream().map(t -> JsonParser.parseString(t.replace('\'', '"'))).toList();
    return new ListFacts(Kind.TOOLS, items, 1, end);
  }

  private Finding check(boolean update, String... tools) {
    return new Baseline(file, update)
        .check(List.of(tools(new ListFacts.End.Whole(), tools)), "weather");
  }

  @Test
  @DisplayName("a missing file is written, sorted, for a diff to be read")
  void written() throws IOException {
    Finding found = check(false, B, A);
    assertThat(found.mark()).isEqualTo(Mark.OK);
    assertThat(found.text()).isEqualTo("wrote " + file + ", with 2 entries");
    assertThat(Files.readString(file))
        .startsWith(
            """
            {
              "format": 1,
              "server": "weather",
              "tools": [
                {
                  "inputSchema": {
                    "properties": {},
                    "type": "object"
                  },
                  "name": "a"
                },
            """)
        .endsWith("  \"resourceTemplates\": []\n}\n");
    assertThat(check(false, A, B).text()).isEqualTo("as in " + file);
  }

  @Test
  @DisplayName("an addition is named and breaks nothing")
  void addition() throws IOException {
    check(false, A);
    String before = Files.readString(file);
    Finding found = check(false, A, B);
    assertThat(found.mark()).isEqualTo(Mark.WARN);
    assertThat(found.text())
        .isEqualTo("differs from " + file + ", without breaking a call: tools: 1 added");
    assertThat(found.details()).containsExactly("+ tool `b`");
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  @DisplayName("what breaks a call fails; nothing is overwritten until --update accepts it")
  void breaking() throws IOException {
    check(false, A, B);
    String before = Files.readString(file);
    String more = A.replace("'properties':{}", "'properties':{'x':{}},'required':['x']");
    Finding found = check(false, more);
    assertThat(found.mark()).isEqualTo(Mark.FAIL);
    assertThat(found.text()).contains("may fail: tools: 1 removed, 1 changed");
    assertThat(found.details()).anyMatch(line -> line.startsWith("- tool `b` removed"));
    assertThat(Files.readString(file)).isEqualTo(before);
    Finding updated = check(true, more);
    assertThat(updated.mark()).isEqualTo(Mark.OK);
    assertThat(updated.details()).isEqualTo(found.details());
    assertThat(check(false, more).text()).isEqualTo("as in " + file);
    Files.delete(file);
    assertThat(check(false, A).text()).isEqualTo("wrote " + file + ", with 1 entry");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ | line 1: not JSON: the file ends, but the `{` on line 1 is not closed",
        "{\\n<<<<<<< HEAD\\n'format':1} | line 2: not JSON: expected a key in double quotes, or `}`",
        "{'format':1,} | not JSON: there is a comma too many",
        "[] | not an object: this is not a baseline",
        "{} | `format` or `server` is missing",
        "{'format':1,'server':{}} | `format` or `server` is missing",
        "{\\n'format': 2,'server':'weather'} | line 2: `format` is 2, and this version",
        "{'format':1,\\n'server':'other'} | line 2: `server` is \"other\", but this server calls",
        "{'format':1,'server':'weather'} | `tools` is not a list",
        "{'format':1,'server':'weather',\\n\\n'tools':[{}]} | line 3: `tools[0]` has no `name`",
      })
  @DisplayName("a file that is no baseline, of a newer format or of another server is left alone")
  void unusable(String content, String why) throws IOException {
    String text = content.replace('\'', '"').replace("\\n", "\n");
    Files.writeString(file, text);
    Finding found = check(true, A);
    assertThat(found.mark()).isEqualTo(Mark.FAIL);
    assertThat(found.text()).startsWith(file + ": ").contains(why);
    assertThat(Files.readString(file)).isEqualTo(text);
  }

  @Test
  @DisplayName("half a list is neither written nor compared")
  void half() {
    Finding found =
        new Baseline(file, true)
            .check(List.of(tools(new ListFacts.End.Endless("x"), A)), "weather");
    assertThat(found.mark()).isEqualTo(Mark.FAIL);
    assertThat(found.text()).contains("`tools/list` did not end well");
    assertThat(file).doesNotExist();
  }

  @Test
  @DisplayName("a file that cannot be written is named")
  void unwritable() {
    file = directory.resolve("missing/contract.json");
    Finding found = check(false, A);
    assertThat(found.mark()).isEqualTo(Mark.FAIL);
    assertThat(found.text()).startsWith("cannot use " + file);
  }
}
