package dev.pitstop.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The sessions that README.md and docs quote: each plays the real program and gives the texts it
/// printed, by name. To add one: write a method, name it in [#play], and mark the block `<!--
/// sample: SESSION/NAME -->`.
///
/// Paths of the machine are replaced: the working directory by `/home/me/SESSION`, the state
/// directory by `/home/me/.local/state`.
final class Samples {
  private final Bench bench;
  private final String session;
  private final Map<String, String> texts = new LinkedHashMap<>();

  private Samples(Bench bench, String session) {
    this.bench = bench;
    this.session = session;
  }

  /// Plays a session.
  ///
  /// @return what was printed, by name
  static Map<String, String> play(Bench bench, String session) throws IOException {
    Samples s = new Samples(bench, session);
    switch (session) {
      case "weather" -> s.weather();
      case "doctor" -> s.doctor();
      case "help" -> s.help();
      default -> throw new IllegalArgumentException("there is no session `" + session + "`");
    }
    return s.texts;
  }

  // Sessions.

  /// A server in TypeScript crashes, is mended, does not compile, compiles and has changed.
  private void weather() throws IOException {
    copyProject("weather", bench.workDir());
    run("npm", "run", "build");
    List<String> command = List.of("node", "--enable-source-maps", "dist/server.js");
    RawClient client = bench.pitstop(command, "--name", "weather", "--build", "npm run build");
    client.drainStderr().handshake();
    say("answer", client.call("forecast", "{'city':'Oslo'}"));
    say("crash", client.call("forecast", "{'city':'Kiel'}"));
    say("restarted", client.call("forecast", "{'city':'Lisbon'}"));

    edit("src/stations.ts", "resolve(stations[city].celsius)", "resolve(celcius(stations[city]))");
    say("build-failed", client.call("recompile"));

    edit(
        "src/stations.ts",
        "resolve(celcius(stations[city]))",
        "resolve(stations[city]?.celsius ?? NaN)");
    edit(
        "src/server.ts",
        "z.object({ city: z.string() })",
        "z.object({ city: z.string(), days: z.number().optional() })");
    edit(
        "src/server.ts",
        "  return server;",
        """
          server.registerTool(
            'alerts',
            { description: 'Lists storm warnings', inputSchema: z.object({}) },
            () => text('none'),
          );
          return server;\
        """);
    say("reloaded", client.call("recompile"));
  }

  /// The doctor finds a line on stdout, as a new user has it.
  private void doctor() throws IOException {
    Files.writeString(
        bench.workDir().resolve("server.mjs"),
        """
        import { McpServer } from '@modelcontextprotocol/server';
        import { serveStdio } from '@modelcontextprotocol/server/stdio';
        import { z } from 'zod';

        console.log('weather server started');
        serveStdio(() => {
          const server = new McpServer({ name: 'weather', version: '1.0.0' });
          server.registerTool(
            'forecast',
            { description: 'Forecasts the weather', inputSchema: z.object({ city: z.string() }) },
            ({ city }) => ({ content: [{ type: 'text', text: city }] }),
          );
          return server;
        });
        """);
    linkModules(bench.workDir());
    texts.put(
        "stdout", shown(run(Bench.launcher().toString(), "doctor", "--", "node", "server.mjs")));
  }

  private void help() throws IOException {
    texts.put("help", run(Bench.launcher().toString(), "--help"));
  }

  // What they are made of.

  /// Keeps the text of a result: the notice, if there is one, in front of the tool's own.
  private void say(String name, ToolResult result) {
    texts.put(name, shown(String.join("\n", result.texts())));
  }

  private String shown(String text) {
    return text.replace(bench.workDir().toString(), "/home/me/" + session)
        .replace(bench.dir().resolve("state").toString(), "/home/me/.local/state");
  }

  /// Copies a project of `src/test/node/projects` into a directory, with the modules it needs.
  static void copyProject(String name, Path directory) throws IOException {
    Path from = Bench.nodeDir().resolve("projects").resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path to = directory.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
    linkModules(directory);
  }

  private static void linkModules(Path directory) throws IOException {
    Files.createSymbolicLink(
        directory.resolve("node_modules"), Bench.nodeDir().resolve("node_modules"));
  }

  private void edit(String file, String before, String after) throws IOException {
    Path path = bench.workDir().resolve(file);
    String source = Files.readString(path);
    if (!source.contains(before)) {
      throw new AssertionError(file + " does not contain: " + before);
    }
    Files.writeString(path, source.replace(before, after));
  }

  /// Runs a program in the working directory.
  ///
  /// @return what it wrote to stdout
  private String run(String... argv) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(bench.workDir().toFile())
            .redirectError(bench.dir().resolve("errors").toFile());
    builder.environment().clear();
    builder.environment().putAll(bench.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(Deadline.GUARD.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end: " + List.of(argv));
      }
      return out;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
