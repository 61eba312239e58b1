package dev.pitstop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a model is sent of what Pitstop says, by each client. Three sessions are played, once for
/// all the tests: one in which the server is developed, one in which its lists change, one in which
/// it is restarted before each shape of result.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AgentContract {
  private static final List<String> OWN =
      List.of(
          "recompile",
          "server_status",
          "stop_server",
          "binary_info",
          "server_stderr",
          "call_tool",
          "read_tool",
          "search_tools");

  private static final String MORE = "    # more tools";
  private static final String BROKEN = "    \"added\": (plain None),";
  private static final String MENDED = "    \"added\": (plain, None),";

  /// Steps of the first session.
  private static final int BREAKS = 0;

  private static final int MENDS = 1;
  private static final int CALLS_ADDED = 2;
  private static final int CRASHES = 3;
  private static final int AFTERWARDS = 4;
  private static final int CALLS_LISTED = 5;

  /// Steps of the second session.
  private static final int NEW_WORDS = 0;

  private static final int AFTER_NEW_WORDS = 1;
  private static final int NEW_SCHEMA = 2;
  private static final int CALLS_AS_BEFORE = 3;
  private static final int CALLS_WITHHELD = 4;

  /// So many deaths within seconds Pitstop takes for accidents, and not for a server that cannot
  /// run.
  private static final int DEATHS_IN_A_ROW = 3;

  private static final String ALONE = "Shapes of results.\nThis line is their second.";

  private final Agent agent;
  private final Map<Shape, Integer> steps = new EnumMap<>(Shape.class);
  private Transcript developed;
  private Transcript changed;
  private Transcript shapes;

  AgentContract(Agent agent) {
    this.agent = agent;
    this.developed = new Transcript(List.of(), List.of(), "not played");
    this.changed = developed;
    this.shapes = developed;
  }

  /// Whether a tool that is new is called by its name. Otherwise by `call_tool`.
  boolean callsNewTools() {
    return true;
  }

  /// Whether the client tells its model of all tools with their descriptions, perhaps after a
  /// search.
  boolean listsTools() {
    return true;
  }

  /// Whether the model sees nothing but the structure where there is one.
  boolean structureOnly() {
    return false;
  }

  /// Whether the model is sent more of the instructions than their first line.
  boolean allInstructions() {
    return true;
  }

  /// What precedes that line, if it stands alone.
  String beforeInstructions() {
    return "";
  }

  @BeforeAll
  void play() throws IOException, InterruptedException {
    String missing = agent.missing();
    assumeTrue(missing.isEmpty(), missing);
    List<String> build = List.of("--build", "python3 -m py_compile server.py");
    developed = Rehearsal.play(agent, "developed", build, this::develop);
    if (newToolIsLate()) {
      Rehearsal.late(agent.name());
      developed = Rehearsal.play(agent, "developed", build, this::develop);
    }
    changed = Rehearsal.play(agent, "changed", List.of(), this::change);
    shapes = Rehearsal.play(agent, "shapes", List.of(), this::each);
  }

  /// Pitstop gives a client half a second to read a changed list, which a busy machine may let
  /// pass: that is no defect if it does not happen again, here or in another client.
  private boolean newToolIsLate() {
    return callsNewTools()
        && listsTools()
        && developed.steps().size() > CALLS_ADDED
        && !developed.listed(CALLS_ADDED);
  }

  private void develop(Script script) {
    script.edit(MORE, BROKEN).call("recompile").searching(OWN);
    script.edit(BROKEN, MENDED).call("recompile");
    if (callsNewTools()) {
      script.call("added");
    } else {
      script.call("call_tool", calling("added"));
    }
    script.call("crash").call("plain").call("call_tool", calling("plain"));
  }

  private void change(Script script) {
    script.edit("f\"Shape {name}.\"", "f\"Form {name}.\"").call("recompile").searching(OWN);
    script.call("plain");
    script
        .edit(
            "    # more inputs",
            """
                "plain": {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]},
                "wide": {"anyOf": [{"type": "object"}, {"type": "array"}]},\
            """)
        .edit(MORE, "    \"wide\": (plain, None),")
        .call("recompile");
    script.call("plain").call("call_tool", calling("wide"));
  }

  private static JsonObject calling(String tool) {
    JsonObject arguments = new JsonObject();
    arguments.addProperty("tool", tool);
    arguments.add("arguments", new JsonObject());
    return arguments;
  }

  /// Each shape is the first that a new process of the server is asked for; a plain result follows
  /// it, from the same process.
  private void each(Script script) {
    int step = 0;
    for (Shape shape : Shape.values()) {
      if (!steps.isEmpty() && steps.size() % DEATHS_IN_A_ROW == 0) {
        script.call("recompile"); // which forgives the deaths so far
        step++;
      }
      script.kill().call(shape.tool()).call("plain");
      steps.put(shape, step);
      step += 2;
    }
  }

  private String result(Shape shape) {
    return shapes.result(steps.get(shape));
  }

  private String next(Shape shape) {
    return shapes.result(steps.get(shape) + 1);
  }

  /// A notice is ours, and says that the server was restarted. The server says neither.
  private static boolean noticed(String result) {
    String words = result.toLowerCase(Locale.ROOT);
    return words.contains("pitstop") && words.contains("restarted");
  }

  @Test
  @DisplayName("B: the compiler's lines of a failed recompile")
  void compilersLines() {
    assertThat(developed.result(BREAKS))
        .contains("SyntaxError: invalid syntax")
        .contains("(plain None)")
        .contains("line ");
  }

  @Test
  @DisplayName("a recompile that added a tool names it, and what reaches it")
  void namesTheNewTool() {
    assertThat(developed.result(MENDS)).contains("`added`", "Shape added.", "`call_tool`");
  }

  @Test
  @DisplayName("a tool that recompile added is called in the next request")
  void newToolIsThere() {
    assertThat(developed.listed(CALLS_ADDED) || !listsTools()).as("listed").isTrue();
    assertThat(developed.result(CALLS_ADDED)).contains("the plain result");
  }

  @Test
  @DisplayName("why the server crashed in the middle of a call")
  void causeOfACrash() {
    assertThat(developed.result(CRASHES)).contains("FATAL: cannot open /data/db");
  }

  @Test
  @DisplayName("the call after a crash is answered")
  void answeredAfterACrash() {
    assertThat(developed.result(AFTERWARDS)).contains("the plain result");
  }

  @Test
  @DisplayName("`call_tool` does not stand in for a tool that the client has, and may ask about")
  void callsListedDirectly() {
    assertThat(developed.result(CALLS_LISTED)).contains("Call `plain` directly");
  }

  @Test
  @DisplayName("new words alone do not change what the model is sent before each request")
  void newWordsWait() {
    assertThat(changed.result(NEW_WORDS)).contains("Form plain.");
    assertThat(changed.tools(AFTER_NEW_WORDS).toString()).doesNotContain("Form plain.");
  }

  @Test
  @DisplayName("a tool that would cost the whole list is named with its cause, and can be called")
  void withheldTool() {
    assertThat(changed.result(NEW_SCHEMA))
        .contains("`wide` is not listed", "does not have the type", "`call_tool`");
    assertThat(changed.tools(CALLS_WITHHELD)).doesNotContainKey("wide");
    assertThat(changed.result(CALLS_WITHHELD)).contains("the plain result");
  }

  @Test
  @DisplayName("a call that a new schema refuses: the model was sent the schema, or now is")
  void schemaWhereItFails() {
    assertThat(changed.result(CALLS_AS_BEFORE)).doesNotContain("the plain result");
    String listed = changed.tools(CALLS_AS_BEFORE).getOrDefault("plain", "");
    assertThat(listed + changed.result(CALLS_AS_BEFORE)).contains("size", "integer");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("T: the result itself, after a restart")
  void resultItself(Shape shape) {
    assertThat(result(shape)).as("%s", shape).contains(shape.words);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("the notice of a restart")
  void notice(Shape shape) {
    String here = result(shape);
    boolean later = shape.place == Shape.Place.LATER || (structureOnly() && shape.closed());
    assertThat(later ? next(shape) : here)
        .as("%s", shape)
        .matches(AgentContract::noticed, "has the notice");
    int notice = here.indexOf("pitstop");
    int words = here.indexOf(shape.words);
    switch (shape.place) {
      case FRONT -> assertThat(notice).as("%s: in front in %s", shape, here).isLessThan(words);
      case BACK -> assertThat(notice).as("%s: behind in %s", shape, here).isGreaterThan(words);
      case LATER -> assertThat(notice).as("%s: not in %s", shape, here).isNegative();
      case ANYWHERE -> {}
    }
  }

  /// With a closed schema it is said again, for those who read the structure alone.
  @ParameterizedTest(name = "{0}")
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = ".*CLOSED|LONG")
  @DisplayName("the notice of a restart, once")
  void noticeOnce(Shape shape) {
    assertThat(next(shape))
        .as("after %s", shape)
        .contains("the plain result")
        .doesNotContain("pitstop");
  }

  @Test
  @DisplayName("the first line of the instructions is Pitstop's, the server's own follow")
  void instructions() {
    // Some indent them.
    String prose = developed.prose().lines().map(String::strip).collect(Collectors.joining("\n"));
    String first;
    if (allInstructions()) {
      assertThat(prose).contains(ALONE);
      List<String> before = prose.substring(0, prose.indexOf(ALONE)).strip().lines().toList();
      first = before.getLast();
    } else {
      assertThat(prose).contains(beforeInstructions());
      int from = prose.indexOf(beforeInstructions()) + beforeInstructions().length();
      first = prose.substring(from, prose.indexOf('\n', from));
    }
    assertThat(first)
        .contains("recompile", "call_tool")
        .endsWith(".")
        .hasSizeLessThanOrEqualTo(120);
  }

  @Test
  @DisplayName("what our own tools cost")
  void ownTools() throws IOException {
    assumeTrue(listsTools(), "optional: its model is not told of all tools");
    StringBuilder report = new StringBuilder();
    int all = 0;
    for (String tool : OWN) {
      String listed = developed.tools(0).getOrDefault(tool, "");
      assertThat(listed).as(tool).contains("description");
      all += listed.length();
      report.append("  ").append(tool).append(": ").append(listed.length()).append('\n');
    }
    String sum =
        agent.name() + ": our own tools are listed with " + all + " characters, about " + all / 4;
    Rehearsal.report(agent.name() + ".txt", sum + " tokens\n" + report);
    assertThat(all / 4).as(sum + " tokens").isLessThanOrEqualTo(560);
  }
}
