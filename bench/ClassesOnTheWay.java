import com.sun.jdi.Bootstrap;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The program of bench/classes-on-the-way: runs a session of each mode under a debugger, which reports the entry of every
/// method of ours, and counts the top-level classes that such a method stands in. A nested class is counted only for the list.
///
/// Calls are measured one at a time, with a pause after each so that what a call leaves behind is counted with it. A class
/// counts if more than half of the measured calls enter it: timers that happen to fire do not.
public final class ClassesOnTheWay {
  private static final List<String> MODES = List.of("solo", "many", "http", "cli");
  private static final int WARM = 30;
  private static final int MEASURED = 5;
  private static final int PAUSE_MILLIS = 400;
  private static final int SETTLE_MILLIS = 2_000; // what a start has put off is over by then

  private final Path root;
  private final String java;
  private final String classes;
  private final Path work;
  private final Set<String> entered = ConcurrentHashMap.newKeySet();
  private int lastId;

  private ClassesOnTheWay(Path root, String java, String classes, Path work) {
    this.root = root;
    this.java = java;
    this.classes = classes;
    this.work = work;
  }

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    Path made = root.resolve("target/quick/classes");
    String program =
        (Files.isDirectory(made) ? made : root.resolve("target/dist/lib/pitstop.jar")).toString();
    boolean list = false;
    List<String> modes = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      if (args[i].equals("--list")) {
        list = true;
      } else if (args[i].equals("--classes") && i + 1 < args.length) {
        program = args[++i];
      } else if (MODES.contains(args[i])) {
        modes.add(args[i]);
      } else {
        System.err.println("classes-on-the-way: what is " + args[i] + "? There are --list, --classes and " + MODES);
        System.exit(2);
      }
    }
    StringBuilder counts = new StringBuilder();
    for (String mode : modes.isEmpty() ? MODES : modes) {
      Path work = Files.createTempDirectory("classes-on-the-way");
      try {
        Set<String> all = new ClassesOnTheWay(root, args[1], program + ":" + gson(root), work).count(mode);
        Set<String> names = new TreeSet<>(all);
        names.removeIf(n -> n.contains("$"));
        Set<String> nested = new TreeSet<>(all);
        nested.removeAll(names);
        counts.append(counts.isEmpty() ? "" : " ").append(mode).append(' ').append(names.size());
        if (list) {
          System.out.println(mode);
          names.forEach(n -> System.out.println("  " + n));
          Set<String> rest = new TreeSet<>(nested);
          rest.removeIf(n -> names.contains(n.substring(0, n.indexOf('$'))));
          rest.forEach(n -> System.out.println("  (" + n + ")"));
        }
      } finally {
        remove(work);
      }
    }
    System.out.println(counts);
  }

  /// The one library that Pitstop uses: from the last build, otherwise from where Maven keeps it.
  private static Path gson(Path root) throws IOException {
    for (Path place :
        List.of(
            root.resolve("target/dist/lib"),
            Path.of(System.getProperty("user.home"), ".m2/repository/com/google/code/gson/gson"))) {
      if (Files.isDirectory(place)) {
        try (Stream<Path> files = Files.walk(place)) {
          var found = files.filter(f -> f.getFileName().toString().matches("gson-.*\\.jar")).max(Comparator.naturalOrder());
          if (found.isPresent()) {
            return found.get();
          }
        }
      }
    }
    throw new IOException("no gson-*.jar: build Pitstop first (scripts/build.sh)");
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private Set<String> count(String mode) throws Exception {
    String server = root.resolve("scripts/training-server.sh").toString();
    return switch (mode) {
      case "solo" -> session("echo", "--", "sh", server);
      case "many" -> {
        String entry = "{\"command\": \"sh\", \"args\": [\"" + server + "\"]}";
        Path config = work.resolve("pitstop.json");
        Files.writeString(config, "{\"mcpServers\": {\"a\": " + entry + ", \"b\": " + entry + "}}\n");
        yield session("a__echo", "--config", config.toString());
      }
      case "cli" -> session("echo", "cli", "--", "sh", root.resolve("scripts/training-tool.sh").toString());
      default -> {
        Process daemon =
            new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", root.resolve("scripts/TrainingDaemon.java").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = reader(daemon)) {
          yield session("echo", "http://127.0.0.1:" + out.readLine() + "/mcp");
        } finally {
          daemon.destroy();
        }
      }
    };
  }

  private static BufferedReader reader(Process of) {
    return new BufferedReader(new InputStreamReader(of.getInputStream(), StandardCharsets.UTF_8));
  }

  private Set<String> session(String tool, String... words) throws Exception {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(c -> c.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("localAddress").setValue("127.0.0.1");
    arguments.get("port").setValue("0");
    String address = connector.startListening(arguments);
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,quiet=y,address=" + address);
    command.addAll(List.of("-cp", classes, "dev.pitstop.cli.Main"));
    command.addAll(Arrays.asList(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
    builder.environment().put("XDG_STATE_HOME", work.toString());
    builder.environment().put("XDG_CACHE_HOME", work.toString());
    builder.environment().put("NO_PROXY", "127.0.0.1");
    builder.redirectError(work.resolve("stderr").toFile());
    Process pitstop = builder.start();
    try {
      VirtualMachine machine = connector.accept(arguments);
      connector.stopListening(arguments);
      try (PrintStream in = new PrintStream(pitstop.getOutputStream(), true, StandardCharsets.UTF_8);
          BufferedReader out = reader(pitstop)) {
        return played(machine, in, out, tool);
      }
    } catch (IOException e) {
      throw new IOException(e.getMessage() + "\n" + Files.readString(work.resolve("stderr")), e);
    } finally {
      if (!pitstop.waitFor(10, TimeUnit.SECONDS)) {
        pitstop.destroyForcibly().waitFor();
      }
    }
  }

  private Set<String> played(VirtualMachine machine, PrintStream in, BufferedReader out, String tool)
      throws Exception {
    MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter("dev.pitstop.*");
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    Thread.ofPlatform().daemon().start(() -> listen(machine));

    String me = "\"capabilities\":{},\"clientInfo\":{\"name\":\"count\",\"version\":\"1\"}";
    ask(in, out, "initialize", "{\"protocolVersion\":\"2025-06-18\"," + me + "}");
    in.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    ask(in, out, "tools/list", "{}");
    String call = "{\"name\":\"" + tool + "\",\"arguments\":{\"text\":\"a\"}}";
    for (int i = 0; i < WARM; i++) {
      ask(in, out, "tools/call", call);
    }
    Thread.sleep(SETTLE_MILLIS);
    Map<String, Integer> times = new HashMap<>();
    for (int i = 0; i < MEASURED; i++) {
      Thread.sleep(PAUSE_MILLIS);
      entered.clear();
      entries.enable();
      ask(in, out, "tools/call", call);
      Thread.sleep(PAUSE_MILLIS);
      entries.disable();
      entered.forEach(name -> times.merge(name, 1, Integer::sum));
    }
    Set<String> names = new TreeSet<>();
    times.forEach((name, n) -> {
      if (n > MEASURED / 2) {
        names.add(name);
      }
    });
    return names;
  }

  /// Sends a request and skips everything on the way to its answer.
  private void ask(PrintStream in, BufferedReader out, String method, String params) throws IOException {
    int id = ++lastId;
    in.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
    String answer;
    do {
      answer = out.readLine();
      if (answer == null) {
        throw new IOException("Pitstop ended before it answered " + method);
      }
    } while (!answer.contains("\"id\":" + id + ","));
    if (!answer.contains("\"result\"")) {
      throw new IOException(method + ": " + answer);
    }
  }

  private void listen(VirtualMachine machine) {
    try {
      while (true) {
        EventSet events = machine.eventQueue().remove();
        for (Event e : events) {
          if (e instanceof MethodEntryEvent m) {
            String name = m.method().declaringType().name();
            if (!name.contains("/")) { // the JVM's own class of a lambda, which only calls the method that is counted
              entered.add(name.substring("dev.pitstop.".length()));
            }
          }
        }
        events.resume();
      }
    } catch (VMDisconnectedException | InterruptedException over) {
      // the session is over
    }
  }
}
