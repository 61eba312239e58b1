import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A to-do list for the terminal, in one file. It has never heard of MCP.
 *
 * <pre>
 *   java Todo.java add "Buy milk" --due 2026-12-01
 *   java Todo.java list
 *   java Todo.java done 1
 * </pre>
 *
 * The list is a text file: the one that TODO_FILE names, or todo.txt here. With --json, every
 * command prints one JSON object; {@code java Todo.java schema --json} says which commands there
 * are, and {@code pitstop cli -- java Todo.java} makes them tools of an agent.
 */
public class Todo {
  /** A line of the file is: id, x or -, day or nothing, title; a tab between them. */
  record Task(int id, boolean done, Optional<LocalDate> due, String title) {
    static Task parse(String line) {
      String[] fields = line.split("\t", -1);
      try {
        Optional<LocalDate> due =
            fields[2].isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(fields[2]));
        return new Task(Integer.parseInt(fields[0]), fields[1].equals("x"), due, fields[3]);
      } catch (IndexOutOfBoundsException | NumberFormatException | DateTimeParseException e) {
        throw new Mistake("no task: " + line);
      }
    }

    String line() {
      return String.join("\t", "" + id, done ? "x" : "-", day(), title);
    }

    String day() {
      return due.map(LocalDate::toString).orElse("");
    }

    boolean dueBy(LocalDate day) {
      return due.map(d -> !d.isAfter(day)).orElse(false);
    }

    Task completed() {
      return new Task(id, true, due, title);
    }

    String json() {
      String day = due.map(d -> ", \"due\": " + quoted(d.toString())).orElse("");
      return "{\"id\": %d, \"title\": %s, \"done\": %s%s}".formatted(id, quoted(title), done, day);
    }

    String shown() {
      String day = due.map(d -> "  (due " + d + ")").orElse("");
      return "%3d [%s] %s%s".formatted(id, done ? "x" : " ", title, day);
    }
  }

  /** What the user should know and can mend. */
  static class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mistake(String message) {
      super(message);
    }
  }

  static final String SCHEMA =
      """
      {"tools": [
       {"name": "add_task",
        "description": "Adds a task to the list",
        "parameters": {"type": "object", "required": ["title"], "properties": {
          "title": {"type": "string", "description": "One line"},
          "due": {"type": "string", "description": "A day, such as 2026-12-01"}}},
        "cli_command": ["add", "--due={due}", "--", "{title}"]},
       {"name": "list_tasks",
        "description": "Lists the open tasks, or all",
        "parameters": {"type": "object", "properties": {
          "all": {"type": "boolean", "description": "Also those that are done"},
          "due_by": {"type": "string", "description": "A day, such as 2026-12-01"}}},
        "outputSchema": {"type": "object", "required": ["tasks"], "properties": {
          "tasks": {"type": "array", "items": {"type": "object"}}}},
        "annotations": {"readOnlyHint": true},
        "cli_command": ["list", "--all", "{all}", "--due-by={due_by}"]},
       {"name": "complete_tasks",
        "description": "Marks tasks as done",
        "parameters": {"type": "object", "required": ["ids"], "properties": {
          "ids": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1}}},
        "annotations": {"idempotentHint": true},
        "cli_command": ["done", "{ids}"]},
       {"name": "remove_task",
        "description": "Removes a task for good",
        "parameters": {"type": "object", "required": ["id"], "properties": {
          "id": {"type": "integer", "minimum": 1}}},
        "annotations": {"destructiveHint": true},
        "cli_command": ["remove", "{id}"]}
      ]}
      """;

  static final String USAGE =
      """
      usage: Todo.java add [--due DAY] TITLE     add a task
             Todo.java list [--all] [--due-by DAY]
             Todo.java done ID...                mark tasks as done
             Todo.java remove ID
             Todo.java schema                    describe the commands to a program
      --json prints one JSON object; behind -- no word is an option
      """;

  /** The words of a command, with the options taken out of them. */
  static class Words {
    private final List<String> rest = new ArrayList<>();
    private final List<String> operands = new ArrayList<>();

    Words(List<String> args) {
      int end = args.indexOf("--");
      rest.addAll(end < 0 ? args : args.subList(0, end));
      operands.addAll(end < 0 ? List.of() : args.subList(end + 1, args.size()));
    }

    boolean flag(String name) {
      return rest.remove(name);
    }

    Optional<LocalDate> day(String name) {
      for (int i = 0; i < rest.size(); i++) {
        if (rest.get(i).startsWith(name + "=")) {
          return Optional.of(parseDay(rest.remove(i).substring(name.length() + 1)));
        }
        if (rest.get(i).equals(name) && i + 1 < rest.size()) {
          rest.remove(i);
          return Optional.of(parseDay(rest.remove(i)));
        }
      }
      return Optional.empty();
    }

    /** What is left when all options have been asked for. */
    List<String> operands() {
      for (String word : rest) {
        if (word.startsWith("-")) {
          throw new Mistake("unknown option " + word);
        }
      }
      operands.addAll(0, rest);
      return operands;
    }

    String one(String what) {
      List<String> all = operands();
      if (all.size() != 1) {
        throw new Mistake("one " + what + " is wanted, not " + all.size());
      }
      return all.getFirst();
    }
  }

  static LocalDate parseDay(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw new Mistake(text + " is no day; write it like 2026-12-01");
    }
  }

  static int parseId(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new Mistake(text + " is no number of a task");
    }
  }

  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  // ---- the file ----

  private final Path file = Path.of(System.getenv().getOrDefault("TODO_FILE", "todo.txt"));

  List<Task> read() throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(Task::parse).toList()
        : List.of();
  }

  /**
   * Replaces the file as a whole, so that nobody ever reads half of it. Agents call several tools
   * at once: one after the other.
   */
  <T> T change(Function<List<Task>, T> how) throws IOException {
    Path lockFile = Path.of(file + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      List<Task> tasks = new ArrayList<>(read());
      T result = how.apply(tasks);
      Path fresh = Path.of(file + ".new");
      Files.write(fresh, tasks.stream().map(Task::line).toList());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return result;
    }
  }

  static int index(List<Task> tasks, int id) {
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i).id() == id) {
        return i;
      }
    }
    throw new Mistake("there is no task " + id);
  }

  // ---- the commands ----

  Task add(Optional<LocalDate> due, String title) throws IOException {
    if (title.isBlank() || title.chars().anyMatch(c -> c == '\t' || c == '\n' || c == '\r')) {
      throw new Mistake("a title is one line of text, without tabs");
    }
    return change(
        tasks -> {
          int id = 1 + tasks.stream().mapToInt(Task::id).max().orElse(0);
          tasks.add(new Task(id, false, due, title));
          return tasks.getLast();
        });
  }

  List<Task> list(boolean all, Optional<LocalDate> dueBy) throws IOException {
    return read().stream()
        .filter(task -> all || !task.done())
        .filter(task -> dueBy.map(day -> task.dueBy(day)).orElse(true))
        .toList();
  }

  List<Task> done(List<String> ids) throws IOException {
    return change(
        tasks -> {
          List<Task> changed = new ArrayList<>();
          for (String id : ids) {
            int i = index(tasks, parseId(id));
            tasks.set(i, tasks.get(i).completed());
            changed.add(tasks.get(i));
          }
          return changed;
        });
  }

  Task remove(String id) throws IOException {
    return change(tasks -> tasks.remove(index(tasks, parseId(id))));
  }

  /** The command's result, as JSON or for people. */
  String run(String command, Words words, boolean json) throws IOException {
    return switch (command) {
      case "add" -> {
        Optional<LocalDate> due = words.day("--due");
        Task task = add(due, words.one("title"));
        yield json ? "{\"task\": " + task.json() + "}" : task.shown();
      }
      case "list" -> shown(list(words.flag("--all"), words.day("--due-by")), json);
      case "done" -> shown(done(words.operands()), json);
      case "remove" -> {
        Task task = remove(words.one("id"));
        yield json ? "{\"removed\": " + task.json() + "}" : "removed: " + task.shown();
      }
      case "schema" -> SCHEMA.strip();
      default -> throw new Mistake("no command " + command + "\n" + USAGE.strip());
    };
  }

  static String shown(List<Task> tasks, boolean json) {
    return json
        ? tasks.stream().map(Task::json).collect(Collectors.joining(", ", "{\"tasks\": [", "]}"))
        : tasks.stream().map(Task::shown).collect(Collectors.joining("\n"));
  }

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    String command = args.length == 0 ? "help" : args[0];
    Words words = new Words(Arrays.asList(args).subList(Math.min(1, args.length), args.length));
    boolean json = words.flag("--json");
    try {
      out.println(new Todo().run(command, words, json));
    } catch (Mistake | IOException | UncheckedIOException e) {
      if (json) {
        out.println("{\"error\": " + quoted(String.valueOf(e.getMessage())) + "}");
      } else {
        System.err.println("Todo.java: " + e.getMessage());
      }
      System.exit(1);
    }
  }
}
