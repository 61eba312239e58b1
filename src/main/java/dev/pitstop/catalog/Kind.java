package dev.pitstop.catalog;

/// The four lists a server can offer (`tools/list`, `prompts/list`, `resources/list`,
/// `resources/templates/list`). The order of the constants is the order in which changes are told.
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

  /// Under which clients are told of a change, and servers say that they have such a list: the
  /// protocol knows resources and their templates together.
  public Kind announcedAs() {
    return this == TEMPLATES ? RESOURCES : this;
  }

  /// What a person calls one of them.
  public String noun() {
    return noun;
  }

  /// What a person calls several of them.
  public String plural() {
    return plural;
  }
}
