package dev.pitstop.cli.demo;

import com.google.gson.JsonObject;
import dev.pitstop.cli.call.Answer;
import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.mcp.Methods;
import java.io.IOException;
import java.util.List;

/// The scenes of the demo: wrap, call, crash, restart, failed build, fix, `recompile`, diff, new
/// tool. Each scene checks what it shows.
///
/// @param pitstop all scenes use the same session
record Story(Started pitstop, Workshop workshop, Stage stage) {
  /// How long a notification may take: longer than a slow machine needs.
  private static final long NOTIFIED_MILLIS = 20_000;

  /// @param begun when Pitstop was started
  void play(long begun) throws IOException, Refusal, InterruptedException {
    connect(begun);
    callThrough();
    crash();
    restart();
    failToBuild();
    recompile();
    callTheNewTool();
  }

  private void connect(long begun) throws Refusal, InterruptedException {
    List<String> tools = names();
    long took = stage.elapsedMillis() - begun;
    List<String> own = tools.stream().filter(Story::isWeather).toList();
    List<String> ours = tools.stream().filter(t -> !isWeather(t)).toList();
    stage.action("client>", "tools/list");
    stage.answer("from the server:  " + String.join(", ", own));
    stage.answer("from Pitstop:     " + String.join(", ", ours));
    stage.remark("The server start, the handshake and the list took " + took + " ms.");
    expect(own.size() == 2 && ours.contains("recompile"), "some tools are missing: " + tools);
  }

  /// The names of the tools on offer.
  private List<String> names() throws Refusal, InterruptedException {
    return Tools.of(pitstop.tools()).stream().map(t -> t.get("name").getAsString()).toList();
  }

  private static boolean isWeather(String tool) {
    return List.of("cities", "forecast", "compare").contains(tool);
  }

  private void callThrough() throws Refusal, InterruptedException {
    stage.scene("Call a tool", "Pitstop passes on the call and the answer unchanged.");
    Answer answer = call("forecast", "city", "Oslo");
    expect(!answer.failed() && text(answer).equals("Oslo: 4 degrees"), "a wrong forecast");
  }

  private void crash() throws Refusal, InterruptedException {
    stage.scene(
        "The server crashes",
        "Without Pitstop, the connection would end here. With Pitstop, it stays open,",
        "and the agent reads why the server crashed.");
    Answer answer = call("forecast", "city", "Atlantis");
    expect(
        answer.failed()
            && text(answer).contains("exit code 1")
            && text(answer).contains(workshop.sample().crash()),
        "the crash was not explained");
  }

  private void restart() throws Refusal, InterruptedException {
    stage.scene("Call again", "The call restarts the server, and a notice tells the agent.");
    Answer answer = call("forecast", "city", "Lisbon");
    expect(
        answer.texts().size() == 2
            && answer.texts().getFirst().startsWith("[pitstop]")
            && answer.texts().getLast().equals("Lisbon: 19 degrees"),
        "no notice of the restart");
  }

  private void failToBuild() throws IOException, Refusal, InterruptedException {
    stage.scene(
        "The agent fixes the crash and adds a tool, with a mistake",
        "`recompile` runs the build command. When the build fails, the old server",
        "keeps running.");
    edit(workshop.sample().fixTheCrash());
    edit(workshop.sample().addATool());
    Answer answer = call("recompile");
    expect(
        answer.failed()
            && says(answer, workshop.sample().file())
            && says(answer, workshop.sample().mistake()),
        "the compiler error is missing");
    Answer still = call("forecast", "city", "Nairobi");
    expect(text(still).equals("Nairobi: 24 degrees"), "the old server does not answer");
  }

  private void recompile() throws IOException, Refusal, InterruptedException {
    stage.scene(
        "Fix the mistake and recompile",
        "The new server starts beside the old one and takes over when it is ready.",
        "The client lists the tools again, and the agent reads what changed.");
    edit(workshop.sample().fixTheMistake());
    Answer answer = call("recompile");
    expect(!answer.failed() && says(answer, "compare"), "the diff does not show the new tool");
    String changed = Methods.TOOLS_CHANGED;
    expect(pitstop.hears(changed, NOTIFIED_MILLIS), "no " + changed);
    stage.action("client<", changed);
    List<String> own = names().stream().filter(Story::isWeather).toList();
    stage.action("client>", "tools/list");
    stage.answer("from the server:  " + String.join(", ", own));
    expect(own.contains("compare"), "the new tool is not in the list");
  }

  private void callTheNewTool() throws Refusal, InterruptedException {
    stage.scene("Call the new tool in the same session");
    Answer compared = call("compare", "city", "Lisbon", "than", "Oslo");
    expect(text(compared).equals("15 degrees"), "the new tool does not work");
    Answer repaired = call("forecast", "city", "Atlantis");
    expect(text(repaired).equals("no weather station in Atlantis"), "the fix does not work");
  }

  private void edit(Sample.Edit edit) throws Refusal, IOException {
    workshop.apply(edit);
    stage.action("agent>", "edit " + workshop.sample().file());
    stage.change(edit.lines());
  }

  /// Calls a tool, and shows the call and the answer.
  ///
  /// @param namesAndValues of its arguments, alternating
  private Answer call(String tool, String... namesAndValues) throws Refusal, InterruptedException {
    JsonObject arguments = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.addProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    stage.action("agent>", tool + " " + arguments);
    Answer answer = Answer.of(pitstop.call(tool, arguments.toString()));
    stage.answer(text(answer));
    return answer;
  }

  private static String text(Answer answer) {
    return String.join("\n", answer.texts());
  }

  private static boolean says(Answer answer, String text) {
    return text(answer).contains(text);
  }

  private static void expect(boolean holds, String otherwise) throws Refusal {
    if (!holds) {
      throw new Refusal(1, otherwise);
    }
  }
}
