package dev.pitstop.cli.demo;

import com.google.gson.JsonObject;
import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.monitoring.Answer;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.mcp.Methods;
import java.io.IOException;
import java.util.List;

/// The scenes of the demo: wrap, call, crash, restart, failed build, fix, `recompile`, diff, new
/// tool.
///
/// @param pitstop all scenes use the same session
record Story(Started pitstop, Workshop workshop, Stage stage) {
  /// @param begun when Pitstop was started
  void play(long begun) throws IOException, Refusal, InterruptedException {
    List<String> tools = names();
    long took = stage.elapsedMillis() - begun;
    stage.action("client>", "tools/list");
    own(tools);
    List<String> ours = tools.stream().filter(t -> !isWeather(t)).toList();
    stage.answer("from Pitstop:     " + String.join(", ", ours));
    stage.remark("The server start, the handshake and the list took " + took + " ms.");
    stage.scene("Call a tool", "Pitstop passes on the call and the answer unchanged.");
    call("forecast", "city", "Oslo");
    stage.scene(
        "The server crashes",
        "Without Pitstop, the connection would end here. With Pitstop, it stays open,",
        "and the agent reads why the server crashed.");
    call("forecast", "city", "Atlantis");
    stage.scene("Call again", "The call restarts the server, and a notice tells the agent.");
    call("forecast", "city", "Lisbon");
    stage.scene(
        "The agent fixes the crash and adds a tool, with a mistake",
        "`recompile` runs the build command. When the build fails, the old server",
        "keeps running.");
    edit(workshop.sample().fixTheCrash());
    edit(workshop.sample().addATool());
    call("recompile");
    call("forecast", "city", "Nairobi");
    recompile();
    stage.scene("Call the new tool in the same session");
    call("compare", "city", "Lisbon", "than", "Oslo");
    call("forecast", "city", "Atlantis");
  }

  private void recompile() throws IOException, Refusal, InterruptedException {
    stage.scene(
        "Fix the mistake and recompile",
        "The new server starts beside the old one and takes over when it is ready.",
        "The client lists the tools again, and the agent reads what changed.");
    edit(workshop.sample().fixTheMistake());
    call("recompile");
    if (!pitstop.heard(Methods.TOOLS_CHANGED)) {
      throw new Refusal(1, "no " + Methods.TOOLS_CHANGED);
    }
    stage.action("client<", Methods.TOOLS_CHANGED);
    stage.action("client>", "tools/list");
    own(names());
  }

  private void own(List<String> tools) {
    stage.answer(
        "from the server:  " + String.join(", ", tools.stream().filter(Story::isWeather).toList()));
  }

  /// The names of the tools on offer.
  private List<String> names() throws Refusal, InterruptedException {
    return Tools.of(pitstop.tools()).stream().map(t -> t.get("name").getAsString()).toList();
  }

  private static boolean isWeather(String tool) {
    return List.of("cities", "forecast", "compare").contains(tool);
  }

  private void edit(Sample.Edit edit) throws IOException {
    workshop.sample().apply(edit, workshop.directory());
    stage.action("agent>", "edit " + workshop.sample().file());
    stage.change(edit.lines());
  }

  /// Calls a tool, and shows the call and the answer.
  ///
  /// @param namesAndValues of its arguments, alternating
  private void call(String tool, String... namesAndValues) throws Refusal, InterruptedException {
    JsonObject arguments = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.addProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    stage.action("agent>", tool + " " + arguments);
    Answer answer = Answer.of(pitstop.call(tool, arguments.toString()));
    stage.answer(String.join("\n", answer.texts()));
  }
}
