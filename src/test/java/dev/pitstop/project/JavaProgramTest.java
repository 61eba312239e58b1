package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("which file counts of a java command")
class JavaProgramTest {
  @TempDir Path temporary;

  private Path root;

  @BeforeEach
  void createFiles() throws IOException {
    root = temporary.toRealPath().resolve("work");
    for (String file :
        List.of(
            "classes/Main.class",
            "classes/com/example/Server.class",
            "more/com/example/Server.class",
            "more/Other.class",
            "resources/x.txt",
            "mods/m/module-info.class",
            "lib/a.jar",
            "app.jar",
            "Main.java")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.writeString(root.resolve(file), "content of " + file);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "java -cp classes Main, classes/Main.class",
    "java -classpath classes/ Main --flag, classes/Main.class",
    "java --class-path classes com.example.Server, classes/com/example/Server.class",
    "java --class-path=classes com.example.Server, classes/com/example/Server.class",
    "java -cp classes com/example/Server, classes/com/example/Server.class",
    "/opt/jdk/bin/java -Xmx1g -ea -cp classes -Dx=y Main -cp more, classes/Main.class",
    "java -cp more:classes com.example.Server, more/com/example/Server.class",
    "java -cp resources:classes Main, classes/Main.class",
    "java -cp none:classes:more Other, more/Other.class",
    "java -cp lib/a.jar:classes Main, classes/Main.class",
    "java -cp more -cp classes Main, classes/Main.class",
    "env A=1 java -cp classes Main, classes/Main.class",
  })
  @DisplayName("the main class's file, in the first entry of the class path that has it")
  void mainClass(String commandLine, String expected) {
    assertThat(path(commandLine)).isEqualTo(root.resolve(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "java -cp none:app.jar Main, app.jar",
    "java -cp classes:lib/a.jar Missing, lib/a.jar",
    "java --add-opens java.base/java.lang=ALL-UNNAMED -cp app.jar Main, app.jar",
    "java -cp classes Main.java, Main.java",
    "java -cp classes -jar app.jar, app.jar",
    "java -javaagent:lib/a.jar -jar app.jar, app.jar",
  })
  @DisplayName("where there is none, the jar or source file that was named")
  void noMainClass(String commandLine, String expected) {
    assertThat(path(commandLine)).isEqualTo(root.resolve(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java -cp lib/*:classes Missing",
        "java -cp classes",
        "java -cp classes @arguments",
        "java -p mods -m m/Main",
      })
  @DisplayName("a directory or a module is no file: nothing is guessed")
  void nothing(String commandLine) {
    Command command = new Command(List.of(commandLine.split(" ")), Map.of(), root);
    assertThat(ProgramFile.of(command, Given.EXECUTABLES)).isEqualTo(new Program.Unknown());
  }

  @Test
  @DisplayName("a class path that is not there has not been compiled")
  void notCompiled() {
    Command command =
        new Command(List.of("java", "-cp", "unmade:more", "a.Missing"), Map.of(), root);
    assertThat(ProgramFile.of(command, Given.EXECUTABLES))
        .isEqualTo(new Program.Missing(root.resolve("unmade")));
  }

  @Test
  @DisplayName("it is stale when the class file is, whatever else is written beside it")
  void staleByItsClassFile() throws IOException {
    Files.setLastModifiedTime(root.resolve("classes/Main.class"), FileTime.fromMillis(10_000));
    BinaryInfo info = info("java -cp classes Main");
    assertThat(info.mtimeMillis()).isEqualTo(10_000);
    assertThat(info.size()).isEqualTo("content of classes/Main.class".length());
    assertThat(info.sha256()).isPresent();
  }

  private BinaryInfo info(String commandLine) {
    Command command = new Command(List.of(commandLine.split(" ")), Map.of(), root);
    return BinaryInfo.of(command, Given.EXECUTABLES).orElseThrow();
  }

  private Path path(String commandLine) {
    return info(commandLine).path();
  }
}
