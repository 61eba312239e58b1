package dev.pitstop.cli.demo;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;

/// The scenes of the demo: wrap, call, crash, restart, failed build, fix, `recompile`, diff, new
/// tool. Each scene checks what it shows.
///
/// @param client all scenes use the same session
record Story(DemoClient client, Workshop workshop, Stage stage) {
  void play() throws DemoFailure, IOException {
    connect();
    callThrough();
    crash();
    restart();
    failToBuild();
    recompile();
    callTheNewTool();
  }

  private void connect() throws DemoFailure {
    long begun = stage.elapsedMillis();
    client.handshake();
    List<String> tools = client.tools();
    long took = stage.elapsedMillis() - begun;
    List<String> own = tools.stream().filter(t -> isWeather(t)).toList();
    List<String> ours = tools.stream().filter(t -> !isWeather(t)).toList();
    stage.action("client>", "tools/list");
    stage.answer("from the server:  " + String.join(", ", own));
    stage.answer("from Pitstop:     " + String.join(", ", ours));
    stage.remark("The server start, the handshake and the list took " + took + " ms.");
    expect(own.size() == 2 && ours.contains("recompile"), "some tools are missing: " + tools);
  }

  private static boolean isWeather(String tool) {
    return List.of("cities", "forecast", "compare").contains(tool);
  }

  private void callThrough() throws DemoFailure {
    stage.scene("Call a tool", "Pitstop passes on the call and the answer unchanged.");
    DemoClient.Answer answer = call("forecast", "city", "Oslo");
    expect(!answer.isError() && answer.text().equals("Oslo: 4 degrees"), "a wrong forecast");
  }

  private void crash() throws DemoFailure {
    stage.scene(
        "The server crashes",
        "Without Pitstop, the connection would end here. With Pitstop, it stays open,",
        "and the agent reads why the server crashed.");
    DemoClient.Answer answer = call("forecast", "city", "Atlantis");
    expect(
        answer.isError()
            && answer.text().contains("exit code 1")
            && answer.text().contains(workshop.sample().crash()),
        "the crash was not explained");
  }

  private void restart() throws DemoFailure {
    stage.scene("Call again", "The call restarts the server, and a notice tells the agent.");
    DemoClient.Answer answer = call("forecast", "city", "Lisbon");
    expect(
        answer.blocks().size() == 2
            && answer.blocks().getFirst().startsWith("[pitstop]")
            && answer.blocks().getLast().equals("Lisbon: 19 degrees"),
        "no notice of the restart");
  }

  private void failToBuild() throws DemoFailure, IOException {
    stage.scene(
        "The agent fixes the crash and adds a tool, with a mistake",
        "`recompile` runs the build command. When the build fails, the old server",
        "keeps running.");
    edit(workshop.sample().fixTheCrash());
    edit(workshop.sample().addATool());
    DemoClient.Answer answer = call("recompile");
    expect(
        answer.isError()
            && says(answer, workshop.sample().file())
            && says(answer, workshop.sample().mistake()),
        "the compiler error is missing");
    DemoClient.Answer still = call("forecast", "city", "Nairobi");
    expect(still.text().equals("Nairobi: 24 degrees"), "the old server does not answer");
  }

  private void recompile() throws DemoFailure, IOException {
    stage.scene(
        "Fix the mistake and recompile",
        "The new server starts beside the old one and takes over when it is ready.",
        "The client lists the tools again, and the agent reads what changed.");
    edit(workshop.sample().fixTheMistake());
    DemoClient.Answer answer = call("recompile");
    expect(!answer.isError() && says(answer, "compare"), "the diff does not show the new tool");
    String changed = "notifications/tools/list_changed";
    client.await(changed);
    stage.action("client<", changed);
    List<String> own = client.tools().stream().filter(t -> isWeather(t)).toList();
    stage.action("client>", "tools/list");
    stage.answer("from the server:  " + String.join(", ", own));
    expect(own.contains("compare"), "the new tool is not in the list");
  }

  private void callTheNewTool() throws DemoFailure {
    stage.scene("Call the new tool in the same session");
    DemoClient.Answer compared = call("compare", "city", "Lisbon", "than", "Oslo");
    expect(compared.text().equals("15 degrees"), "the new tool does not work");
    DemoClient.Answer repaired = call("forecast", "city", "Atlantis");
    expect(repaired.text().equals("no weather station in Atlantis"), "the fix does not work");
  }

  private void edit(Sample.Edit edit) throws DemoFailure, IOException {
    workshop.apply(edit);
    stage.action("agent>", "edit " + workshop.sample().file());
    stage.change(edit.lines());
  }

  /// Calls a tool, and shows the call and the answer.
  ///
  /// @param namesAndValues of its arguments, alternating
  private DemoClient.Answer call(String tool, String... namesAndValues) throws DemoFailure {
    JsonObject arguments = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.addProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    stage.action("agent>", tool + " " + arguments);
    DemoClient.Answer answer = client.call(tool, arguments);
    stage.answer(answer.text());
    return answer;
  }

  private static boolean says(DemoClient.Answer answer, String text) {
    return answer.text().contains(text);
  }

  private static void expect(boolean holds, String otherwise) throws DemoFailure {
    if (!holds) {
      throw new DemoFailure(otherwise);
    }
  }
}
