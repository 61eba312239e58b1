package dev.pitstop.e2e;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.harness.Await;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A headless Chromium with one page, by the DevTools protocol over a pipe. One thread uses it,
/// another reads.
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");

  /// Where `./test` unpacks the browser of an npm package, if the machine has none.
  private static final Path UNPACKED = Path.of("target/browser").toAbsolutePath();

  /// Its fourth and fifth file are the pipe: a child of Java's has only three.
  private static final String PIPE =
      "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>\"$PITSTOP_BROWSER_LOG\"";

  private final Process process;
  private final OutputStream to;
  private final Map<Integer, CompletableFuture<JsonObject>> waiting = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final AtomicInteger last = new AtomicInteger();
  private String session = "";

  private Browser(Process process) {
    this.process = process;
    this.to = process.getOutputStream();
  }

  /// The browser of this machine, or the one of the npm package.
  static Optional<Path> executable() {
    List<Path> all = new ArrayList<>();
    Optional.ofNullable(System.getenv("PITSTOP_BROWSER")).map(Path::of).ifPresent(all::add);
    for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
      NAMES.forEach(name -> all.add(Path.of(folder, name)));
    }
    all.add(UNPACKED.resolve("chromium"));
    return all.stream().filter(Files::isExecutable).findFirst();
  }

  /// @param home a folder for what it writes
  static Browser start(Path executable, Path home) throws IOException {
    List<String> argv = new ArrayList<>(List.of("sh", "-c", PIPE, "sh", executable.toString()));
    argv.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--remote-debugging-pipe",
            "--user-data-dir=" + Files.createDirectories(home.resolve("profile"))));
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.environment().put("PITSTOP_BROWSER_LOG", home.resolve("browser.log").toString());
    builder.environment().put("TMPDIR", home.toString());
    if (executable.startsWith(UNPACKED)) { // it brings what a machine without browsers lacks
      builder.environment().put("LD_LIBRARY_PATH", UNPACKED.resolve("lib").toString());
      builder.environment().put("FONTCONFIG_FILE", UNPACKED.resolve("fonts.conf").toString());
    }
    Browser browser = new Browser(builder.start());
    Path log = home.resolve("browser.log");
    Thread.ofPlatform().daemon().start(() -> browser.read(log));
    String target =
        browser.send("Target.createTarget", "{'url':'about:blank'}").get("targetId").getAsString();
    browser.session =
        browser
            .send("Target.attachToTarget", "{'flatten':true,'targetId':'" + target + "'}")
            .get("sessionId")
            .getAsString();
    browser.send("Runtime.enable", "{}");
    browser.send("Log.enable", "{}");
    browser.send(
        "Emulation.setDeviceMetricsOverride",
        "{'width':1200,'height':750,'deviceScaleFactor':1,'mobile':false}");
    return browser;
  }

  /// @param log what the browser writes to stderr, which may say why it has ended
  private void read(Path log) {
    try (InputStream from = process.getInputStream()) {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      for (int b = from.read(); b >= 0; b = from.read()) {
        if (b != 0) {
          message.write(b);
        } else {
          received(
              JsonParser.parseString(message.toString(StandardCharsets.UTF_8)).getAsJsonObject());
          message.reset();
        }
      }
    } catch (IOException e) {
      complaints.add(e.toString());
    }
    String why = "the browser has ended";
    try {
      why += ": " + Files.readString(log, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      why += ", and has written nothing";
    }
    IOException ended = new IOException(why);
    waiting.values().forEach(w -> w.completeExceptionally(ended));
  }

  private void received(JsonObject message) {
    if (message.has("id")) {
      CompletableFuture<JsonObject> answer = waiting.remove(message.get("id").getAsInt());
      if (message.has("error")) {
        answer.completeExceptionally(new IOException(message.get("error").toString()));
      } else {
        answer.complete(message.getAsJsonObject("result"));
      }
      return;
    }
    String method = message.get("method").getAsString();
    if (method.equals("Runtime.exceptionThrown") || method.equals("Log.entryAdded")) {
      complaints.add(message.get("params").toString());
    }
  }

  JsonObject send(String method, String params) {
    int id = last.incrementAndGet();
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", Json.object(params));
    if (!session.isEmpty()) {
      message.addProperty("sessionId", session);
    }
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    try {
      to.write((message + "\0").getBytes(StandardCharsets.UTF_8));
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Await.result(method, answer);
  }

  /// The value of an expression in the page; a promise is awaited.
  JsonElement evaluate(String script) {
    JsonObject params = new JsonObject();
    params.addProperty("expression", script);
    params.addProperty("awaitPromise", true);
    params.addProperty("returnByValue", true);
    JsonObject answer = send("Runtime.evaluate", params.toString());
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(script + ": " + answer.get("exceptionDetails"));
    }
    JsonElement value = answer.getAsJsonObject("result").get("value");
    return value == null ? JsonNull.INSTANCE : value;
  }

  String text(String selector) {
    return evaluate("document.querySelector('%s')?.textContent ?? ''".formatted(selector))
        .getAsString();
  }

  List<String> texts(String selector) {
    String all = "document.querySelectorAll('" + selector + "')";
    return evaluate("[..." + all + "].map((e) => e.textContent)").getAsJsonArray().asList().stream()
        .map(JsonElement::getAsString)
        .toList();
  }

  int count(String selector) {
    return evaluate("document.querySelectorAll('%s').length".formatted(selector)).getAsInt();
  }

  /// Waits until an expression is true.
  void await(String condition) {
    Await.until(
        () ->
            evaluate(
                    "(() => { try { return Boolean("
                        + condition
                        + ") } catch { return false } })()")
                .getAsBoolean(),
        () -> condition + "\non the page:\n" + text("body") + "\n" + complaints);
  }

  void open(String url) {
    send("Page.navigate", "{'url':'" + url + "'}");
  }

  void reload() {
    evaluate("window.before = true"); // which the new page does not have
    send("Page.reload", "{}");
    await("!window.before");
  }

  void click(String selector) {
    evaluate("document.querySelector('%s').click()".formatted(selector));
  }

  /// Presses a key, such as `ArrowDown`, or one that writes a character.
  void press(String key) {
    String text = key.length() == 1 ? ",'text':'" + key + "'" : "";
    int code =
        switch (key) {
          case "Enter" -> 13;
          case "Escape" -> 27;
          case "End" -> 35;
          case "Home" -> 36;
          case "ArrowUp" -> 38;
          case "ArrowDown" -> 40;
          default -> 0;
        };
    send(
        "Input.dispatchKeyEvent",
        "{'type':'keyDown','key':'%s','windowsVirtualKeyCode':%d%s}".formatted(key, code, text));
    send(
        "Input.dispatchKeyEvent",
        "{'type':'keyUp','key':'%s','windowsVirtualKeyCode':%d}".formatted(key, code));
  }

  void type(String text) {
    send("Input.insertText", "{'text':'" + text + "'}");
  }

  void mouse(String type, int x, int y) {
    send(
        "Input.dispatchMouseEvent",
        "{'type':'%s','x':%d,'y':%d,'button':'left','clickCount':1}".formatted(type, x, y));
  }

  /// Errors of scripts, and what the browser refused.
  List<String> complaints() {
    return complaints;
  }

  @Override
  public void close() {
    session = "";
    try {
      send("Browser.close", "{}");
      Await.end("the end of the browser", process);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
