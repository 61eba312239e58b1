package dev.pitstop.doctor.check;

/// A fault in a tool's schema.
///
/// @param tool the name of the tool
/// @param where the schema and the part of it: `inputSchema.properties.days`
/// @param what is wrong, a clause whose subject is the place
record SchemaFault(Kind kind, String tool, String where, String what) {
  /// A kind of faults, in the order of the report.
  enum Kind {
    NOT_OBJECT(
        Mark.FAIL,
        "is not of type `object`",
        "Use {\"type\":\"object\",\"properties\":{}} for a tool without arguments: clients built"
            + " on the SDKs reject the whole list otherwise"),
    UNION(
        Mark.FAIL,
        "has `anyOf`, `oneOf` or `allOf` at the top level",
        "Move the alternatives into a property, or make all properties optional and check them in"
            + " the tool: the APIs of Claude and OpenAI reject every request with this tool"),
    BROKEN(
        Mark.FAIL,
        "is not valid JSON Schema",
        "Correct it: the model APIs check every schema and reject the whole request"),
    OLD_DRAFT(
        Mark.FAIL,
        "uses an older draft of JSON Schema",
        "Use draft 2020-12 (`prefixItems` instead of an array in `items`, a number in"
            + " `exclusiveMinimum`): Claude's API rejects the whole request"),
    REFERENCE(
        Mark.FAIL,
        "has a `$ref` that leads nowhere",
        "Put the definition under `$defs` and refer to \"#/$defs/NAME\": clients look only inside"
            + " the schema"),
    PROPERTY_NAME(
        Mark.FAIL,
        "has a property name that model APIs reject",
        "Rename the property: Claude's API allows at most 64 characters from [A-Za-z0-9_.-], and"
            + " rejects the whole request otherwise"),
    NO_ITEMS(
        Mark.WARN,
        "has an array without `items`",
        "Describe the elements in `items` ({} allows anything): VS Code (\"array type must have"
            + " items\") and OpenAI's API leave the tool out"),
    RECURSIVE(
        Mark.WARN,
        "refers to itself",
        "Spell out two levels, or accept JSON in a string: some model APIs reject recursive"
            + " schemas"),
    REQUIRED_UNKNOWN(
        Mark.WARN,
        "requires a property that it does not define",
        "Describe the property, or remove it from `required`: the model cannot know what to pass");

    /// [Mark#FAIL] if a known client or a model's API rejects the tool, or more than the tool.
    final Mark mark;

    /// A clause whose subject is the tool's schema.
    final String clause;

    final String remedy;

    Kind(Mark mark, String clause, String remedy) {
      this.mark = mark;
      this.clause = clause;
      this.remedy = remedy;
    }
  }
}
