package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pitstop.harness.Await;
import dev.pitstop.process.SpawnException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Spawning")
@Timeout(60)
class OsSpawnerTest {
  @TempDir Path directory;

  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});

  @AfterEach
  void close() {
    spawner.close();
  }

  private Command command(Map<String, String> env, String... argv) {
    return new Command(List.of(argv), env, directory);
  }

  private SpawnException failure(Map<String, String> env, String... argv) {
    return catchThrowableOfType(SpawnException.class, () -> spawner.spawn(command(env, argv)));
  }

  private Path file(String name, String content, String permissions) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void runsInItsDirectoryAndSessionWithTheAddedEnvironment() throws Exception {
    Child child =
        spawner.spawn(
            command(
                Map.of("GREETING", "hello"),
                "sh",
                "-c",
                "echo $GREETING; [ -n \"$PATH\" ] && echo inherited; pwd -P; cat"));
    child.stdin().write("line in\n".getBytes(StandardCharsets.UTF_8));
    child.stdin().flush();
    child.closeStdin();
    child.closeStdin();
    String out = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(out).isEqualTo("hello\ninherited\n" + directory.toRealPath() + "\nline in\n");
    assertThat(ChildFixture.exitOf(child)).isEqualTo(new Child.Exit(0));
    assertThat(child.alive()).isFalse();
    assertThat(child.usage()).isEqualTo(TreeUsage.NONE);
  }

  @Test
  void whatWasBegunIsTheFirstThatIsAskedFor() throws Exception {
    Path began = directory.resolve("began");
    Command once = command(Map.of(), "sh", "-c", "echo $$ >>began; cat");
    spawner.begin(once);
    Child first = spawner.spawn(once);
    Child second = spawner.spawn(once);
    first.closeStdin();
    second.closeStdin();
    assertThat(ChildFixture.exitOf(first)).isEqualTo(new Child.Exit(0));
    assertThat(ChildFixture.exitOf(second)).isEqualTo(new Child.Exit(0));
    assertThat(Files.readAllLines(began))
        .containsExactlyInAnyOrder(String.valueOf(first.pid()), String.valueOf(second.pid()));
  }

  @Test
  void whatWasBegunAndIsNeverAskedForIsKilledAtTheEnd() throws Exception {
    spawner.begin(command(Map.of(), "sh", "-c", "echo $$ >began; exec sleep 999"));
    Path began = directory.resolve("began");
    Await.until("its pid", () -> Files.exists(began) && !text(began).isEmpty());
    spawner.close();
    ChildFixture.awaitGone(Long.parseLong(text(began)));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatCannotBeBegunIsToldToWhoAsksForIt() {
    spawner.begin(command(Map.of(), "./missing"));
    assertThat(failure(Map.of(), "./missing").reason()).isEqualTo(SpawnException.Reason.NOT_FOUND);
  }

  @Test
  void leadsASessionOfItsOwn() throws Exception {
    Child child = spawner.spawn(command(Map.of(), "sh", "-c", "echo; read -r end"));
    ChildFixture.readLine(child);
    ProcessTable.Row row = ProcessTable.row(ProcessTable.PROC, child.pid()).orElseThrow();
    assertThat(row.session()).isEqualTo(child.pid());
    assertThat(child.usage().processes()).isEqualTo(1);
    assertThat(child.usage().rssBytes()).isPositive();
    child.closeStdin();
    assertThat(ChildFixture.exitOf(child).status()).isEqualTo(1);
  }

  @Test
  void reportsExitCodesAndSignals() throws Exception {
    assertThat(ChildFixture.exitOf(spawner.spawn(command(Map.of(), "sh", "-c", "exit 3"))).words())
        .isEqualTo("exit code 3");
    Child killed = spawner.spawn(command(Map.of(), "sh", "-c", "kill -SEGV $$"));
    assertThat(ChildFixture.exitOf(killed).words()).isEqualTo("exit code 139 (SIGSEGV?)");
  }

  @Test
  void keepsOutputOfADeadChildReadable() throws Exception {
    Child child = spawner.spawn(command(Map.of(), "sh", "-c", "echo last words"));
    ChildFixture.exitOf(child);
    assertThat(ChildFixture.readLine(child)).isEqualTo("last words");
  }

  @Test
  void runsAScriptOfTheWorkingDirectoryByItsRelativePath() throws Exception {
    file("bin/server", "#!/bin/sh\necho \"$0\"\n", "rwxr-xr-x");
    Child child = spawner.spawn(command(Map.of(), "./bin/server"));
    assertThat(ChildFixture.readLine(child)).endsWith("bin/server");
    ChildFixture.exitOf(child);
  }

  @Test
  void looksUpProgramsOnThePathOfTheChild() throws Exception {
    file("tools/mine", "#!/bin/sh\necho found\n", "rwxr-xr-x");
    Child child =
        spawner.spawn(command(Map.of("PATH", directory.resolve("tools").toString()), "mine"));
    assertThat(ChildFixture.readLine(child)).isEqualTo("found");
    ChildFixture.exitOf(child);
  }

  @Test
  void saysThatAProgramIsNotOnThePath() {
    SpawnException failure = failure(Map.of(), "no-such-program-here", "x");
    assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(failure)
        .hasMessageContaining("`no-such-program-here x`")
        .hasMessageContaining("is not on the PATH");
  }

  @Test
  void seesThatAProgramIsGivenWithItsArguments() throws Exception {
    assertThat(failure(Map.of(), "python3  server.py", "--x \"y\""))
        .hasMessageContaining(
            "\"python3  server.py\" is not on the PATH. Did you mean the program `python3` with"
                + " `args: [\"server.py\", \"--x \\\"y\\\"\"]`?");
    assertThat(failure(Map.of(), "./my run/server")).hasMessageContaining("Build it first");
    file("run", "#!/bin/sh\n", "rwxr-xr-x");
    assertThat(failure(Map.of(), "./run server.py"))
        .hasMessageContaining("./run server.py does not exist. Did you mean the program `./run`");
  }

  @Test
  void pointsAtAProgramOfThatNameInTheWorkingDirectory() throws Exception {
    file("my-own-server", "#!/bin/sh\n", "rwxr-xr-x");
    assertThat(failure(Map.of(), "my-own-server")).hasMessageContaining("use ./my-own-server");
  }

  @Test
  void saysThatAFileDoesNotExist() {
    SpawnException failure = failure(Map.of(), "./target/server");
    assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(failure).hasMessageContaining("does not exist").hasMessageContaining("Build it");
  }

  @Test
  void saysThatAFileIsNotExecutable() throws Exception {
    file("server.py", "print()", "rw-r--r--");
    SpawnException failure = failure(Map.of(), "./server.py");
    assertThat(failure.reason()).isEqualTo(Reason.NOT_EXECUTABLE);
    assertThat(failure).hasMessageContaining("chmod +x");
  }

  @Test
  void saysThatAProgramIsADirectory() throws Exception {
    Files.createDirectory(directory.resolve("server"));
    assertThat(failure(Map.of(), "./server")).hasMessageContaining("is a directory");
  }

  @Test
  void saysThatAScriptsInterpreterIsMissing() throws Exception {
    file("server", "#!/opt/no/such/python\n", "rwxr-xr-x");
    assertThat(failure(Map.of(), "./server"))
        .hasMessageContaining("asks for the interpreter /opt/no/such/python");
    file("dos", "#!/bin/sh\r\necho\r\n", "rwxr-xr-x");
    assertThat(failure(Map.of(), "./dos")).hasMessageContaining("carriage return");
  }

  @Test
  void saysThatTheWorkingDirectoryIsMissing() {
    Command command = new Command(List.of("sh"), Map.of(), directory.resolve("gone"));
    SpawnException failure =
        catchThrowableOfType(SpawnException.class, () -> spawner.spawn(command));
    assertThat(failure.reason()).isEqualTo(Reason.BAD_DIRECTORY);
    assertThat(failure).hasMessageContaining("working directory").hasMessageContaining("not exist");
  }

  @Test
  void passesOnWhatTheSystemSays() {
    SpawnException tooLong = failure(Map.of("BIG", "x".repeat(1 << 20)), "true");
    // The kernel refuses in setsid's place, or in ours where there is no setsid.
    assertThat(tooLong.reason()).isEqualTo(Reason.OTHER);
    assertThat(tooLong).hasMessageContaining("Argument list too long");
    assertThat(failure(Map.of("A=B", "x"), "true").reason()).isEqualTo(Reason.OTHER);
    assertThat(failure(Map.of(), "true", "nul\0").reason()).isEqualTo(Reason.OTHER);
  }

  @Test
  void startsNothingAfterItsEnd() {
    spawner.close();
    spawner.close();
    assertThat(failure(Map.of(), "true")).hasMessageContaining("shutting down");
  }

  @Test
  void startsFromManyThreadsAtOnce() throws Exception {
    List<Thread> threads = new java.util.ArrayList<>();
    List<Child.Exit> exits = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
    for (int i = 0; i < 20; i++) {
      int code = i;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  exits.add(
                      ChildFixture.exitOf(
                          spawner.spawn(command(Map.of(), "sh", "-c", "exit " + code))));
                } catch (Exception failed) {
                  throw new IllegalStateException(failed);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(exits).extracting(Child.Exit::status).hasSize(20).doesNotHaveDuplicates();
  }
}
