package dev.pitstop.commandline;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Listing;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.LineSplitter;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Makes the result of a tool call from the output and the end of its process. Stateless.
public final class Output {
  private Output() {}

  /// How a process ended.
  public sealed interface End {}

  /// The process exited by itself.
  ///
  /// @param words for messages: `exit code 137 (SIGKILL?)`
  public record Exited(int code, String words) implements End {}

  /// Pitstop stopped the process because it took longer than `millis`.
  public record TimedOut(long millis) implements End {}

  /// An output that consists of one JSON object.
  private record Printed(String text, JsonObject json) {}

  /// The result of a call: a `CallToolResult` as one line of JSON.
  ///
  /// @param stdout the first bytes of the output
  /// @param length how many bytes the process wrote; more than `stdout` has if the rest was dropped
  /// @param stderrTail the last lines of stderr, without line ends; asked for if they are needed
  /// @param modern whether to add `resultType`, which revision 2026-07-28 requires in every result
  public static String result(
      CliTool tool,
      byte[] stdout,
      long length,
      Supplier<List<String>> stderrTail,
      End end,
      boolean modern) {
    boolean cut = length > stdout.length;
    Optional<Printed> object = cut ? Optional.empty() : object(stdout);
    Optional<String> failure = failure(tool, end).map(f -> f + stderr(stderrTail.get()));
    Optional<String> flaw = Optional.empty();
    if (object.isPresent() && object.get().json().has("content")) {
      ReadyMade ready = new ReadyMade(object.get().json(), modern);
      boolean meant = ready.meant();
      flaw = meant ? ready.flaw() : flaw;
      if (meant && flaw.isEmpty()) {
        return readyMade(object.get(), failure, modern);
      }
    }
    List<String> remarks = new ArrayList<>();
    flaw.ifPresent(f ->
        remarks.add(
            Words.fill(
                "`{}` printed an invalid tool result: {}. Pitstop passes it on like any other output.",
                tool.name(),
                f)));
    if (object.isPresent() && failure.isEmpty()) {
      String blocks = Messages.textBlock(object.get().text());
      return result(
          remarks.isEmpty() ? blocks : blocks + "," + remark(remarks.getFirst()),
          ",\"structuredContent\":" + Values.oneLine(object.get().text()),
          modern);
    }
    String text = text(stdout, cut);
    if (cut) {
      remarks.add(
          Words.fill(
              "The output is cut: `{}` printed {}, and this is the first {} (`--set maxOutput`).",
              tool.name(),
              Words.bytes(length),
              Words.bytes(stdout.length)));
    }
    if (failure.isEmpty() && text.isEmpty()) {
      List<String> lines = stderrTail.get();
      String more = lines.isEmpty() ? "" : stderr(lines);
      remarks.add(Words.fill("`{}` printed nothing and {}.{}", tool.name(), ended(end), more));
    }
    if (failure.isEmpty() && tool.structured()) {
      remarks.add(
          "`"
              + tool.name()
              + "` has an `outputSchema`, so it must print one JSON object and nothing else, but "
              + "it did not"
              + (text.contains("NaN") || text.contains("Infinity")
                  ? ": JSON has no NaN and no Infinity, null can stand there."
                  : "."));
    }
    failure.ifPresent(remarks::add);
    String blocks = text.isEmpty() ? "" : Messages.textBlock(text);
    if (!remarks.isEmpty()) {
      blocks += (blocks.isEmpty() ? "" : ",") + remark(String.join(" ", remarks));
    }
    boolean isError = failure.isPresent() || tool.structured();
    return result(blocks, isError ? ",\"isError\":true" : "", modern);
  }

  private static String result(String blocks, String members, boolean modern) {
    return "{\"content\":["
        + blocks
        + "]"
        + members
        + (modern ? ",\"resultType\":\"complete\"}" : "}");
  }

  /// A content block with a remark of Pitstop's.
  private static String remark(String text) {
    return Messages.textBlock(Words.MARK + text);
  }

  /// Why a call has failed, in sentences; empty if it has not.
  private static Optional<String> failure(CliTool tool, End end) {
    return switch (end) {
      case Exited exited when exited.code() == 0 || tool.okExitCodes().contains(exited.code()) ->
          Optional.empty();
      case Exited exited -> Optional.of("`" + tool.name() + "` " + ended(exited) + ".");
      case TimedOut timedOut ->
          Optional.of(
              Words.fill(
                  "`{}` {} ({}). Pitstop stopped it and all processes that it started. What it did"
                      + " before that is not undone.",
                  tool.name(),
                  ended(timedOut),
                  tool.timeoutMillis().isPresent() ? "its own `timeout`" : "`--call-timeout`"));
    };
  }

  private static String ended(End end) {
    return switch (end) {
      case Exited exited -> "ended with " + exited.words();
      case TimedOut timedOut -> "timed out after " + Words.duration(timedOut.millis());
    };
  }

  private static String stderr(List<String> lines) {
    return lines.isEmpty()
        ? " It wrote nothing to stderr."
        : " Last lines of its stderr:\n" + String.join("\n", lines);
  }

  /// The JSON object that the output consists of, apart from white space around it; empty if there
  /// is anything else, or if the object is too deep to fit into a message.
  private static Optional<Printed> object(byte[] stdout) {
    byte[] b = Values.withoutMark(stdout);
    return Json.validate(b)
        .filter(root -> Json.isObject(b, root))
        .flatMap(root -> Values.utf8(b, root))
        .filter(json -> !Values.isTooDeep(json))
        .map(Values::mended)
        .map(json -> new Printed(json, Listing.tree(json).getAsJsonObject()));
  }

  /// The program's own result. If the program has failed and its result does not say so, a remark
  /// is added.
  private static String readyMade(Printed printed, Optional<String> failure, boolean modern) {
    JsonObject result = printed.json();
    boolean silent = failure.isPresent() && !JsonTree.isTrue(JsonTree.member(result, "isError"));
    if (silent) {
      result.getAsJsonArray("content").add(Listing.tree(remark(failure.get())));
      result.addProperty("isError", true);
    }
    boolean untyped = modern && !result.has("resultType");
    if (untyped) {
      result.addProperty("resultType", "complete");
    }
    return silent || untyped ? result.toString() : Values.oneLine(printed.text());
  }

  /// The output as text, without control sequences for terminals and without blanks at its end.
  ///
  /// @param cut whether more output followed, so that this may end within a character
  private static String text(byte[] stdout, boolean cut) {
    byte[] b = Values.withoutMark(stdout);
    List<String> lines = new ArrayList<>();
    LineSplitter splitter = new LineSplitter(b.length + 1, lines::add);
    splitter.add(b, 0, b.length);
    splitter.end();
    String text = String.join("\n", lines);
    return (cut ? text.replaceFirst("\ufffd+$", "") : text).stripTrailing();
  }
}
