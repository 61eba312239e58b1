package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Command and Exit in words")
class CommandTest {
  private static Command command(String... argv) {
    return new Command(List.of(argv), Map.of("TOKEN", "secret"), Path.of("."));
  }

  @Test
  void plainWordsStayAsTheyAre() {
    assertThat(command("npx", "-y", "@scope/server", "--port=80").display())
        .isEqualTo("npx -y @scope/server --port=80");
  }

  @Test
  void otherWordsAreQuotedForAShell() {
    assertThat(command("sh", "-c", "echo it's $HOME", "").display())
        .isEqualTo("sh -c 'echo it'\\''s $HOME' ''");
  }

  @Test
  void stayOnOneShortLineWithoutTheEnvironment() {
    String text = command("sh", "-c", "a\nb", "x".repeat(1000)).display();
    assertThat(text).hasSizeLessThanOrEqualTo(200).endsWith("…").doesNotContain("\n", "secret");
  }

  @Test
  void needsAProgram() {
    assertThatThrownBy(() -> new Command(List.of(), Map.of(), Path.of(".")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void exitsAreNamedAndSignalsGuessed() {
    assertThat(new Child.Exit(0).words()).isEqualTo("exit code 0");
    assertThat(new Child.Exit(3).words()).isEqualTo("exit code 3");
    assertThat(new Child.Exit(128).words()).isEqualTo("exit code 128");
    assertThat(new Child.Exit(137).words()).isEqualTo("exit code 137 (SIGKILL?)");
    assertThat(new Child.Exit(139).words()).isEqualTo("exit code 139 (SIGSEGV?)");
    assertThat(new Child.Exit(255).words()).isEqualTo("exit code 255");
    assertThat(Child.Exit.UNKNOWN.words()).isEqualTo("unknown exit status");
  }
}
