package dev.pitstop.catalog;

/// The four lists a server can offer (`tools/list`, `prompts/list`, `resources/list`,
/// `resources/templates/list`). Changes are listed in the order of the constants.
public enum Kind {
  TOOLS("tools/list", "name", "tools", "tool"),
  PROMPTS("prompts/list", "name", "prompts", "prompt"),
  RESOURCES("resources/list", "uri", "resources", "resource"),
  TEMPLATES("resources/templates/list", "uriTemplate", "resourceTemplates", "resource template");

  private final String method;
  private final String keyMember;
  private final String listMember;
  private final String noun;

  Kind(String method, String keyMember, String listMember, String noun) {
    this.method = method;
    this.keyMember = keyMember;
    this.listMember = listMember;
    this.noun = noun;
  }

  public String method() {
    return method;
  }

  public String changed() {
    return "notifications/" + announcedAs().listMember + "/list_changed";
  }

  /// The member that names an entry and is unique in its list.
  public String keyMember() {
    return keyMember;
  }

  /// The member of the list result that holds the entries.
  public String listMember() {
    return listMember;
  }

  /// The kind under which servers declare this list and announce its changes. The protocol treats
  /// resources and their templates as one.
  public Kind announcedAs() {
    return this == TEMPLATES ? RESOURCES : this;
  }

  /// The word for one of them.
  public String noun() {
    return noun;
  }

  public String plural() {
    return noun + "s";
  }
}
