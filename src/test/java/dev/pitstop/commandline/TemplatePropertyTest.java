package dev.pitstop.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("whatever the strings, words are what the template says")
@Timeout(120)
class TemplatePropertyTest {
  private static final List<String> NAMES = List.of("a", "b", "c-d", "e");

  /// What values are made of.
  private static final List<String> BITS =
      List.of(
          "-",
          "--",
          "-x",
          "--delete",
          "=",
          "{a}",
          "{b}",
          "{other}",
          "{",
          "}",
          " ",
          "\t",
          "\n",
          ";",
          "rm -rf /",
          "$(id)",
          "`id`",
          "\"",
          "'",
          "\\",
          "|",
          "&",
          "%",
          "*",
          "~",
          ",",
          "",
          "x",
          "ü",
          "世",
          "😀",
          "\u2028",
          "\u001b[31m",
          "\0",
          "\ud800",
          "\udc00",
          "NULL",
          "@f");

  private static final List<String> LITERALS =
      List.of("add", "-v", "--long", "--k=v", "{}", "{ a }", "$HOME", "", "-");

  /// What may be around a place.
  private static final List<String> PREFIXES = List.of("--x=", "k=", "-D", "{", "{}", ":", "=");

  /// A template with the words that it must make: built beside one another.
  private static final class Case {
    final List<String> template = new ArrayList<>();
    final List<String> words = new ArrayList<>();
    final List<Boolean> unsafe = new ArrayList<>(); // by word: whether a place begins it
    boolean option; // an unsafe word begins with a dash
    boolean operands;

    void word(String word, boolean fromPlace) {
      words.add(word);
      boolean guarded = fromPlace && !operands;
      unsafe.add(guarded);
      option |= guarded && word.startsWith("-");
    }
  }

  private static String value(RandomGenerator random) {
    StringBuilder value = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      value.append(BITS.get(random.nextInt(BITS.size())));
    }
    return value.toString();
  }

  private static <T> T any(RandomGenerator random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static Case make(RandomGenerator random, Map<String, String> values) {
    Case made = new Case();
    made.template.add("cmd");
    made.word("cmd", false);
    for (int i = random.nextInt(6); i >= 0; i--) {
      String name = any(random, NAMES);
      String place = "{" + name + "}";
      String value = values.get(name);
      switch (random.nextInt(5)) {
        case 0 -> {
          String literal = any(random, LITERALS);
          made.template.add(literal);
          made.word(literal, false);
          // No flag in front of what comes next, so that what is in front of a place is known.
          made.template.add("next");
          made.word("next", false);
        }
        case 1 -> {
          made.template.add("plain");
          made.word("plain", false);
          made.template.add(place);
          if (value != null) {
            made.word(value, true);
          }
        }
        case 2 -> {
          String flag = random.nextBoolean() ? "-f" : "--flag";
          made.template.add(flag);
          made.template.add(place);
          if (value != null) {
            made.word(flag, false);
            made.word(value, true);
          }
        }
        case 3 -> {
          String prefix = any(random, PREFIXES);
          made.template.add(prefix + place + "}");
          if (value != null) {
            made.word(prefix + value + "}", false);
          }
        }
        case 4 -> {
          if (!made.operands) {
            made.template.add("--");
            made.word("--", false);
            made.operands = true;
          }
        }
        default -> throw new AssertionError();
      }
    }
    return made;
  }

  private static boolean isFit(String value) {
    return value.indexOf('\0') < 0 && new String(value.getBytes(UTF_8), UTF_8).equals(value);
  }

  /// With half a character, which some values have, as an escape.
  private static String quoted(String text) {
    return Json.quote(text).replaceAll("[\\ud800-\\udfff]", "\\\\ud800");
  }

  private static String quoted(List<String> words) {
    return "[" + String.join(",", words.stream().map(TemplatePropertyTest::quoted).toList()) + "]";
  }

  @Test
  void words() throws Exception {
    RandomGenerator random = new SplittableRandom(12);
    int run = 0;
    int refused = 0;
    for (; run < Rounds.of(30_000); run++) {
      Map<String, String> values = new LinkedHashMap<>();
      for (String name : NAMES) {
        if (random.nextInt(4) > 0) {
          values.put(name, value(random));
        }
      }
      Case made = make(random, values);
      CliSchema schema =
          CliSchema.read(
              ("[{\"name\":\"t\",\"parameters\":{\"properties\":{\"a\":{},\"b\":{},\"c-d\":{},"
                      + "\"e\":{\"type\":\"string\"}}},\"cli_command\":"
                      + quoted(made.template)
                      + "}]")
                  .getBytes(UTF_8));
      assertThat(schema.tools()).as("%s %s", made.template, schema.problems()).hasSize(1);
      List<String> members = new ArrayList<>();
      values.forEach((name, value) -> members.add(quoted(name) + ":" + quoted(value)));
      byte[] message = ("{" + String.join(",", members) + "}").getBytes(UTF_8);
      boolean fit = made.words.stream().allMatch(TemplatePropertyTest::isFit);
      try {
        List<String> words =
            schema
                .tools()
                .getFirst()
                .invocation(message, Json.validate(message).orElseThrow(), List.of(), false)
                .words();
        assertThat(words).as("%s", made.template).isEqualTo(made.words);
        assertThat(made.option || !fit).as("%s %s", made.template, values).isFalse();
        for (int i = 0; i < words.size(); i++) {
          assertThat(made.unsafe.get(i) && words.get(i).startsWith("-")).isFalse();
        }
      } catch (Refused e) {
        assertThat(made.option || !fit).as("%s %s: %s", made.template, values, e).isTrue();
        assertThat(e.getMessage()).contains("Nothing was run.").doesNotContain("\n", "\0");
        refused++;
      }
    }
    assertThat(refused).isBetween(run / 10, run * 9 / 10);
  }

  @Test
  @DisplayName("nothing at all makes the reader or a call throw anything else than it says")
  void anything() {
    RandomGenerator random = new SplittableRandom(13);
    List<String> bits =
        List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"name\"",
            "\"tools\"",
            "\"a\"",
            "\"{a}\"",
            "1",
            "null",
            "\"cli_command\"",
            "\"parameters\"",
            "\"properties\"",
            "true",
            "1e9999999999",
            "-0");
    int run = 0;
    int called = 0;
    for (; run < Rounds.of(30_000); run++) {
      byte[] b =
          ("{\"tools\":[{\"name\":\"t\",\"parameters\":"
                  + json(random, bits, 4)
                  + (random.nextBoolean() ? ",\"cli_command\":" + json(random, bits, 2) : "")
                  + (random.nextInt(4) == 0 ? ",\"timeout\":" + json(random, bits, 2) : "")
                  + "},"
                  + json(random, bits, 4)
                  + "]}")
              .getBytes(UTF_8);
      byte[] arguments = json(random, bits, 4).getBytes(UTF_8);
      try {
        CliSchema schema = CliSchema.read(b);
        assertThat(Json.validate(schema.listed().getBytes(StandardCharsets.UTF_8))).isPresent();
        for (CliTool tool : schema.tools()) {
          tool.invocation(arguments, Json.validate(arguments).orElseThrow(), List.of(), false);
          called++;
        }
      } catch (CliSchema.Unreadable | Refused e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(called).isGreaterThan(run / 1_000);
  }

  /// A valid value out of the names and scalars of `bits`.
  private static String json(RandomGenerator random, List<String> bits, int depth) {
    int kind = random.nextInt(depth == 0 ? 1 : 3);
    if (kind == 0) {
      return bits.get(6 + random.nextInt(bits.size() - 6));
    }
    List<String> inside = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = bits.get(6 + random.nextInt(4));
      inside.add((kind == 1 ? name + ":" : "") + json(random, bits, depth - 1));
    }
    return kind == 1 ? "{" + String.join(",", inside) + "}" : "[" + String.join(",", inside) + "]";
  }
}
