package dev.pitstop.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void commands() {
    assertThat(
            Words.commands(
                """
                # a comment
                pitstop demo    # a session
                pitstop --header 'X: #1' \\
                  http://localhost:1/mcp

                """))
        .containsExactly("pitstop demo", "pitstop --header 'X: #1'   http://localhost:1/mcp");
  }

  @Test
  void words() {
    assertThat(Words.of("a \"b c\" 'd \"e' f\\ g \"\" h'i'j"))
        .containsExactly("a", "b c", "d \"e", "f g", "", "hij");
  }
}
