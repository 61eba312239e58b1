package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Position;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// TOML, as far as it must be understood to change it, and where a mistake in it is.
class TomlTest {
  private static List<String> words(String toml) {
    return ((Server.Program) Files4Tests.server(Files4Tests.toml("[mcp_servers.a]\n" + toml), "a"))
        .words();
  }

  @ParameterizedTest
  @DisplayName("texts of all kinds")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "\"a\\tb\\\"\\\\ \\u00e9\\U0001F527\" | a\tb\"\\ é🔧",
        "'C:\\x\\n' | C:\\x\\n",
        "§\"\"\"\nab\"c\"\"\"\"§ | §ab\"c\"§",
        "§'''\r\nx\ny'''§ | §x\ny§",
        "§\"\"\"a \\\n  b\"\"\"§ | a b",
        "\"é # no comment\" # a comment | é # no comment",
      })
  void texts(String lexeme, String value) {
    assertThat(
            words(
                "command = "
                    + lexeme
                    + "\nargs = ["
                    + lexeme.replaceFirst(" # a comment$", "")
                    + "]"))
        .containsExactly(value, value);
  }

  @Test
  @DisplayName("all that may stand in a file")
  void everything() {
    ClientFile file =
        Files4Tests.toml(
            """
            title = "T" # c
            dotted.key."with dots".'x y' = 1
            int = +1_000
            hex = 0xDEAD_beef
            float = -6.6e-3
            inf = -inf
            nan = nan
            yes = true
            date = 1979-05-27T07:32:00-08:00
            local = 1979-05-27 07:32:00.5
            time = 07:32:00
            many = [ # c
              [ 1, 2 ], ["a", 'b',], { x = 1, y.z = [ ] },
            ]
            [ "table" . 'x' ]
            [[array]]
            x = 1
            [[array]]
            x = 2
            [array.inner]
            [mcp_servers.'quoted name']
            command = "x"
            [mcp_servers.deep.env]
            A = "b"
            [mcp_servers.deep]
            command = "y"
            """);
    assertThat(file.servers().stream().map(ClientFile.Listed::name).toList())
        .containsExactly("quoted name", "deep");
    assertThat(Files4Tests.toml("").servers()).isEmpty();
    assertThat(Files4Tests.toml("\uFEFF# only this").servers()).isEmpty();
    assertThat(Files4Tests.toml("mcp_servers.a = { command = 'x' }").servers()).hasSize(1);
    assertThat(Files4Tests.toml("mcp_servers.a.command = 'x'").servers()).hasSize(1);
  }

  @ParameterizedTest
  @DisplayName("a mistake is named with line and column")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "x | 1:1 | expected `[table]` or `key = value` here",
        "x = | 1:4 | expected a value here",
        "x = yes | 1:5 | a string needs quotes",
        "x = \"a | 1:5 | this string is not closed: its quotes are missing at its end",
        "x = 'a | 1:5 | this string is not closed: its quotes are missing at its end",
        "§x = \"a\n\"§ | 1:5 | this string is not closed: its quotes are missing at its end",
        "x = '''a | 1:5 | this string is not closed: its quotes are missing at its end",
        "x = [1 | 1:5 | this bracket is not closed",
        "x = {a=1 | 1:5 | this bracket is not closed",
        "[x | 1:1 | expected `[table]` or `key = value` here",
        "§a = 1\n [[x]§ | 2:2 | expected `[table]` or `key = value` here",
        "= 1 | 1:1 | expected `[table]` or `key = value` here",
        "§[mcp_servers.a.env]\n[mcp_servers.a]\n[mcp_servers.\"a\"]§ | 3:1 | this table is there twice",
        "§[x]\r\n\ty =§ | 2:5 | expected a value here",
      })
  void mistakes(String toml, String place, String message) {
    assertThat(mistake(toml, Format.TOML)).isEqualTo(place + " " + message);
  }

  /// Where it is, and the message.
  private static String mistake(String text, Format format) {
    try {
      ClientFile read =
          ClientFile.read(
              text,
              format,
              Client.containers(Path.of("x." + format.name().toLowerCase(Locale.ROOT))));
      throw new AssertionError("was read: " + read);
    } catch (Mistake m) {
      return Position.of(text, m.offset()) + " " + m.message();
    }
  }

  @Test
  @DisplayName("JSON that is nested without end is refused, not a crash; TOML is not looked into")
  void deep() {
    assertThat(mistake("[".repeat(100_000), Format.JSON))
        .isEqualTo("1:1001 nested more than 1000 levels deep");
    assertThat(Files4Tests.json("{\"x\":" + "[".repeat(990) + "]".repeat(990) + "}").servers())
        .isEmpty();
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(Files4Tests.toml("x = " + deep + "\n[mcp_servers.a]\ncommand = 'x'").servers())
        .hasSize(1);
  }
}
