package dev.pitstop.catalog;

/// The four lists a server can offer (`tools/list`, `prompts/list`, `resources/list`,
/// `resources/templates/list`). Changes are listed in the order of the constants.
public enum Kind {
  TOOLS("name", "tools", "tool", "tools"),
  PROMPTS("name", "prompts", "prompt", "prompts"),
  RESOURCES("uri", "resources", "resource", "resources"),
  TEMPLATES("uriTemplate", "resourceTemplates", "resource template", "resource templates");

  private final String keyMember;
  private final String listMember;
  private final String noun;
  private final String plural;

  Kind(String keyMember, String listMember, String noun, String plural) {
    this.keyMember = keyMember;
    this.listMember = listMember;
    this.noun = noun;
    this.plural = plural;
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

  /// The word for several of them.
  public String plural() {
    return plural;
  }
}
