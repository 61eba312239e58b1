package dev.pitstop.doctor;

/// Something in a tool's schema.
///
/// @param tool its name
/// @param where in which schema and which part: `inputSchema.properties.days`
/// @param what is wrong, a clause whose subject is the place
record SchemaFault(Kind kind, String tool, String where, String what) {
  /// What is wrong with it for whom, each with what to do.
  enum Kind {
    NOT_OBJECT(
        Mark.FAIL,
        "is not a schema of type `object`",
        "Clients made with the SDKs refuse the whole list for one of these: write"
            + " {\"type\":\"object\",\"properties\":{}} where there is nothing to say"),
    UNION(
        Mark.FAIL,
        "has `anyOf`, `oneOf` or `allOf` at the top",
        "The APIs of Claude and OpenAI refuse every request with such a tool: move the alternatives"
            + " into a property, or make all of them optional and check in the tool"),
    BROKEN(
        Mark.FAIL,
        "is no valid JSON Schema",
        "The APIs behind the clients check each schema and refuse the whole request: correct it"),
    OLD_DRAFT(
        Mark.FAIL,
        "is written for an older JSON Schema",
        "Claude's API wants draft 2020-12 and refuses the whole request: `prefixItems` in place of a"
            + " list in `items`, a number in `exclusiveMinimum`"),
    REFERENCE(
        Mark.FAIL,
        "has a `$ref` that leads nowhere",
        "Clients look into the schema itself only: put the definition under `$defs` and refer to"
            + " \"#/$defs/NAME\""),
    PROPERTY_NAME(
        Mark.FAIL,
        "has a property whose name the APIs refuse",
        "Claude's API takes [A-Za-z0-9_.-], at most 64 of them, and refuses the whole request"
            + " otherwise: rename the property"),
    NO_ITEMS(
        Mark.WARN,
        "has an array without `items`",
        "VS Code leaves the tool out (\"array type must have items\"), and so does OpenAI's API: say"
            + " what the elements are, {} if anything"),
    RECURSIVE(
        Mark.WARN,
        "refers to itself",
        "Some models' APIs refuse recursive schemas: spell out two levels, or take a JSON text"),
    REQUIRED_UNKNOWN(
        Mark.WARN,
        "requires a property that it does not have",
        "The model cannot know what to give: describe the property, or take it out of `required`");

    private final Mark mark;
    private final String clause;
    private final String remedy;

    Kind(Mark mark, String clause, String remedy) {
      this.mark = mark;
      this.clause = clause;
      this.remedy = remedy;
    }

    Mark mark() {
      return mark;
    }

    /// A clause whose subject is the tool's schema.
    String clause() {
      return clause;
    }

    String remedy() {
      return remedy;
    }
  }
}
