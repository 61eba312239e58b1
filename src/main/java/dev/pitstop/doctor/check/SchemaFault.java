package dev.pitstop.doctor.check;

import java.util.List;

/// A fault in a tool's schema.
///
/// @param tool the name of the tool
/// @param where the schema and the part of it: `inputSchema.properties.days`
/// @param what is wrong, a clause whose subject is the place
record SchemaFault(Kind kind, String tool, String where, String what) {
  /// A kind of faults.
  ///
  /// @param breaks whether a known client or a model's API rejects the tool, or more than the tool
  /// @param clause whose subject is the tool's schema
  record Kind(boolean breaks, String clause, String remedy) {
    static final Kind NOT_OBJECT =
        new Kind(
            true,
            "is not of type `object`",
            "Use {\"type\":\"object\",\"properties\":{}} for a tool without arguments: clients built"
                + " on the SDKs reject the whole list otherwise");
    static final Kind UNION =
        new Kind(
            true,
            "has `anyOf`, `oneOf` or `allOf` at the top level",
            "Move the alternatives into a property, or make all properties optional and check them in"
                + " the tool: the APIs of Claude and OpenAI reject every request with this tool");
    static final Kind BROKEN =
        new Kind(
            true,
            "is not valid JSON Schema",
            "Correct it: the model APIs check every schema and reject the whole request");
    static final Kind OLD_DRAFT =
        new Kind(
            true,
            "uses an older draft of JSON Schema",
            "Use draft 2020-12 (`prefixItems` instead of an array in `items`, a number in"
                + " `exclusiveMinimum`): Claude's API rejects the whole request");
    static final Kind REFERENCE =
        new Kind(
            true,
            "has a `$ref` that leads nowhere",
            "Put the definition under `$defs` and refer to \"#/$defs/NAME\": clients look only inside"
                + " the schema");
    static final Kind PROPERTY_NAME =
        new Kind(
            true,
            "has a property name that model APIs reject",
            "Rename the property: Claude's API allows at most 64 characters from [A-Za-z0-9_.-], and"
                + " rejects the whole request otherwise");
    static final Kind NO_ITEMS =
        new Kind(
            false,
            "has an array without `items`",
            "Describe the elements in `items` ({} allows anything): VS Code (\"array type must have"
                + " items\") and OpenAI's API leave the tool out");
    static final Kind RECURSIVE =
        new Kind(
            false,
            "refers to itself",
            "Spell out two levels, or accept JSON in a string: some model APIs reject recursive"
                + " schemas");
    static final Kind REQUIRED_UNKNOWN =
        new Kind(
            false,
            "requires a property that it does not define",
            "Describe the property, or remove it from `required`: the model cannot know what to pass");

    /// In the order of the report.
    static final List<Kind> ALL =
        List.of(
            NOT_OBJECT,
            UNION,
            BROKEN,
            OLD_DRAFT,
            REFERENCE,
            PROPERTY_NAME,
            NO_ITEMS,
            RECURSIVE,
            REQUIRED_UNKNOWN);
  }
}
