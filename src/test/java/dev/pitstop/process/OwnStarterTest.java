package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("F3, L5: own processes, started by the JDK")
class OwnStarterTest extends StarterContract {
  @Override
  Starter starter() {
    return new Starter.Careful(Platform.current());
  }

  @Override
  long parent() {
    return ProcessHandle.current().pid();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cannot run program \"x\": Exec failed, error: 2 (No such file) | No such file (error 2)",
        "Cannot run program \"a (b\": c\" (in directory \"/d: e\"): error=11, Try again | Try again"
            + " (error 11)",
        "error=7, Argument list too long | Argument list too long (error 7)",
        "Cannot run program \"x\" (in directory \"y\"): /z (Is a directory) | /z (Is a directory)",
        "Pitstop is shutting down | Pitstop is shutting down",
        "Cannot run program | Cannot run program",
      })
  @DisplayName("The words of the system are taken out of those of the JDK")
  void refusal(String message, String said) {
    assertThat(Starter.refusal(message)).isEqualTo(said);
  }
}
