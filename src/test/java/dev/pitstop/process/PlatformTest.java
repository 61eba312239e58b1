package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Operating systems")
class PlatformTest {
  @Test
  void isToldByName() {
    assertThat(Platform.of("Linux")).isEqualTo(Platform.LINUX);
    assertThat(Platform.of("Mac OS X")).isEqualTo(Platform.MACOS);
    assertThat(Platform.of("Windows 11")).isEqualTo(Platform.WINDOWS);
    assertThat(Platform.of("AIX")).isEqualTo(Platform.MACOS);
  }

  @Test
  void windowsFindsNpxCmdBeforeTheShellScriptBesideIt() {
    Map<String, String> environment = Map.of("PathExt", ".EXE;.CMD");
    assertThat(Platform.WINDOWS.suffixes("npx", environment)).containsExactly(".exe", ".cmd", "");
    assertThat(Platform.WINDOWS.suffixes("npx.cmd", environment)).containsExactly("");
    assertThat(Platform.LINUX.suffixes("npx", environment)).containsExactly("");
  }

  @Test
  void variablesIgnoreCaseOnWindowsOnly() {
    Map<String, String> environment = Map.of("Path", "x");
    assertThat(Platform.WINDOWS.variable(environment, "PATH")).contains("x");
    assertThat(Platform.LINUX.variable(environment, "PATH")).isEmpty();
  }

  @Test
  void pathsAreToldFromNames() {
    assertThat(Platform.LINUX.isPath("./x")).isTrue();
    assertThat(Platform.LINUX.isPath("x\\y")).isFalse();
    assertThat(Platform.WINDOWS.isPath("x\\y")).isTrue();
    assertThat(Platform.WINDOWS.isPath("npx")).isFalse();
  }

  @Test
  void interpretersAreToldByBaseName() {
    for (String program :
        new String[] {
          "python3.12", "/usr/bin/node", "C:\\x\\NPX.cmd", "java.exe", "sh", "uv", "go1.25", "make"
        }) {
      assertThat(Interpreters.runsOthers(program)).as(program).isTrue();
    }
    for (String program : new String[] {"./server", "javac-server", "nodes", "7", ""}) {
      assertThat(Interpreters.runsOthers(program)).as(program).isFalse();
    }
  }
}
