package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  static Map<String, String> play(Bench bench, String session)
      throws IOException, InterruptedException {
    Samples s = new Samples(bench, session);
    switch (session) {
      case "many" -> s.many();
      case "weather" -> s.weather();
      case "doctor" -> s.doctor();
      case "install" -> s.install();
      case "port" -> s.port();
      case "stations" -> s.stations();
      case "watcher" -> s.watcher();
      default -> throw new IllegalArgumentException("there is no session `" + session + "`");
    }
    return s.texts;
  }

  // Sessions.

  /// An agent adds a server, one that does not start, and removes the first.
  private void many() throws IOException, InterruptedException {
    Files.writeString(
        bench.workDir().resolve("server.mjs"),
        """
        import { McpServer } from '@modelcontextprotocol/server';
        import { serveStdio } from '@modelcontextprotocol/server/stdio';

        serveStdio(() => {
          const server = new McpServer({ name: 'weather', version: '1.0.0' });
          server.registerTool('forecast', {}, () => ({ content: [{ type: 'text', text: 'sun' }] }));
          return server;
        });
        """);
    linkModules(bench.workDir());
    RawClient client =
        bench
            .start(List.of(Bench.launcher().toString()), RawClient.Peer.PITSTOP)
            .drainStderr()
            .greeted();
    String weather = "{\"name\": \"weather\", \"command\": \"node\", \"args\": [\"server.mjs\"]}";
    String bad =
        "{\"name\": \"bad\", \"command\": \"python3\", \"args\": [\"-c\", \"import sys;"
            + " sys.exit('boom')\"]}";
    texts.put(
        "session",
        agent(client, "add_server", weather)
            + agent(client, "weather__forecast", "{}")
            + agent(client, "add_server", bad)
            + agent(client, "remove_server", "{\"name\": \"weather\"}"));
  }

  /// A server in TypeScript crashes, is mended, does not compile, compiles and has changed.
  private void weather() throws IOException, InterruptedException {
    copyProject("weather", bench.workDir());
    run("npm", "run", "build");
    List<String> command = List.of("node", "--enable-source-maps", "dist/server.js");
    RawClient client =
        bench
            .pitstop(command, "--name", "weather", "--build", "npm run build")
            .drainStderr()
            .greeted();
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
  private void doctor() throws IOException, InterruptedException {
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
    String report = shown(run(Bench.launcher().toString(), "doctor", "--", "node", "server.mjs"));
    int begin = report.indexOf("✗ stdout");
    texts.put("stdout", report.substring(begin, report.indexOf("\n✓", begin)));
  }

  /// Wraps what Claude Code has configured for a project, and gives it back.
  private void install() throws IOException, InterruptedException {
    copyProject("weather", bench.workDir());
    Files.writeString(
        bench.workDir().resolve(".mcp.json"),
        """
        {
          "mcpServers": {
            "weather": { "command": "node", "args": ["dist/server.js"], "env": { "STAGE": "dev" } },
            "notes": { "type": "http", "url": "http://localhost:8080/mcp" },
            "issues": { "type": "http", "url": "https://mcp.example.com/mcp" }
          }
        }
        """);
    typed("wrap", "install", "claude-code", "--yes");
    typed("unwrap", "uninstall", "claude-code");
  }

  /// A server cannot start because a process that an earlier session left holds its port.
  private void port() throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(
        bench.workDir().resolve("server.mjs"),
        """
        import { writeFileSync } from 'node:fs';
        import { createServer } from 'node:http';
        const server = createServer();
        server.listen(PORT, '127.0.0.1', () => writeFileSync('pid', String(process.pid)));
        """
            .replace("PORT", String.valueOf(port)));
    run("sh", "-c", "node server.mjs >/dev/null 2>&1 </dev/null &");
    Path file = bench.workDir().resolve("pid");
    Await.until(() -> file.toFile().length() > 0, () -> "the older server's pid");
    String pid = Files.readString(file);
    bench.mustEnd(Long.parseLong(pid));
    RawClient client =
        bench.pitstop(List.of("node", "server.mjs"), "--name", "weather").drainStderr().greeted();
    String text = shown(client.call("forecast").text());
    Procs.signal(Long.parseLong(pid), "TERM");
    String line = text.lines().filter(l -> l.startsWith("Port ")).findFirst().orElse(text);
    texts.put("held", line.replace(String.valueOf(port), "3000").replace(pid, "4711"));
  }

  /// A server fails in the depths of a library when it starts.
  private void stations() throws IOException, InterruptedException {
    Path work = bench.workDir();
    Files.writeString(
        work.resolve("server.mjs"),
        """
        import { load } from './stations.mjs';

        function start() {
          try {
            return load();
          } catch (cause) {
            throw new Error('cannot load the stations', { cause });
          }
        }

        start();
        """);
    Files.writeString(
        work.resolve("stations.mjs"),
        """
        import { readAll } from 'reader';

        export function load() {
          return readAll('/data/stations.json', (text) => JSON.parse(text));
        }
        """);
    Path library = Files.createDirectories(work.resolve("node_modules/reader"));
    Files.writeString(
        library.resolve("index.mjs"),
        """
        import { readFileSync } from 'node:fs';

        const withRetries = (action) => action();
        const cached = (file, action) => withRetries(() => action(readFileSync(file, 'utf8')));
        export const readAll = (file, parse) => cached(file, parse);
        """);
    Files.writeString(
        library.resolve("package.json"), "{\"name\": \"reader\", \"exports\": \"./index.mjs\"}");
    RawClient client =
        bench.pitstop(List.of("node", "server.mjs"), "--name", "weather").drainStderr().greeted();
    texts.put("down", shown(client.call("forecast").text()));
  }

  /// The command starts a watcher, which restarts the server by itself.
  private void watcher() throws IOException, InterruptedException {
    Path work = bench.workDir();
    Files.createDirectory(work.resolve("src"));
    Files.writeString(
        work.resolve("package.json"),
        "{\"name\": \"weather\", \"type\": \"module\", \"scripts\": {\"dev\": \"nodemon"
            + " src/server.js\"}}");
    Files.writeString(
        work.resolve("src/server.js"),
        """
        import { McpServer } from '@modelcontextprotocol/server';
        import { serveStdio } from '@modelcontextprotocol/server/stdio';
        serveStdio(() => {
          const server = new McpServer({ name: 'weather', version: '1.0.0' });
          server.registerTool('forecast', {}, () => ({ content: [{ type: 'text', text: 'sun' }] }));
          return server;
        });
        """);
    linkModules(work);
    Path bin = Files.createDirectory(work.resolve("bin"));
    Files.writeString(bin.resolve("nodemon"), "#!/bin/sh\nexec node \"$@\"\n");
    assertThat(bin.resolve("nodemon").toFile().setExecutable(true)).isTrue();
    Map<String, String> environment = bench.environment();
    environment.put("PATH", bin + File.pathSeparator + environment.get("PATH"));
    RawClient client =
        bench
            .start(
                Bench.pitstopArgv(List.of("npm", "run", "dev"), "--name", "weather"),
                environment,
                work)
            .drainStderr()
            .greeted();
    // The command is looked at on a thread of its own, on a busy machine after the first call.
    Await.until(() -> client.stderr().contains("watcher"), client::story);
    List<String> notices = client.call("forecast").notices(); // npm's own lines are another
    String notice =
        notices.stream().filter(n -> n.contains("starts `nodemon`")).findFirst().orElseThrow();
    texts.put("notice", shown(notice));
  }

  // What they are made of.

  /// Runs Pitstop as a user types it, and keeps the line and what was printed.
  private void typed(String name, String... words) throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    argv.addAll(List.of(words));
    String printed =
        run(argv.toArray(String[]::new))
            .replace(Bench.launcher().toString(), "/home/me/pitstop/pitstop");
    texts.put(name, "$ pitstop " + String.join(" ", words) + "\n" + shown(printed));
  }

  /// Keeps the text of a result: the notice, if there is one, in front of the tool's own.
  private void say(String name, ToolResult result) {
    texts.put(name, shown(String.join("\n", result.texts())));
  }

  /// A call as a transcript shows it, and what its result says.
  private String agent(RawClient client, String tool, String arguments) {
    ToolResult result = client.call(tool, arguments);
    StringBuilder out = new StringBuilder("agent> " + tool + " " + arguments + "\n");
    for (String text : result.texts()) {
      shown(text).lines().forEach(line -> out.append("  | ").append(line).append('\n'));
    }
    return out.toString();
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
  private String run(String... argv) throws IOException, InterruptedException {
    return Ended.of(List.of(argv), bench.environment(), bench.workDir()).out();
  }
}
