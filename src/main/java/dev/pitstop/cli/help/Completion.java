package dev.pitstop.cli.help;

import dev.pitstop.cli.options.CallTable;
import dev.pitstop.cli.options.Defaults;
import dev.pitstop.cli.options.InstallTable;
import dev.pitstop.cli.options.MonitoringTable;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.OptionScopes;
import dev.pitstop.cli.options.OptionTable;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.ReplayTable;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.install.Client;
import dev.pitstop.session.tools.OwnTools;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The completion scripts for shells, made from the tables of commands, topics and options. Pure.
public final class Completion {
  private static final OwnWords.Word CLI =
      new OwnWords.Word("cli", "turn a command-line program's commands into tools");

  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  /// Commands that take a client and have options of their own.
  private static final List<String> OF_CLIENTS = List.of("install", "uninstall");

  /// Commands with a tool and arguments before the `--` of the server's command.
  private static final List<String> OF_A_CALL = List.of("call", "tools");

  /// A command with options of its own, whose other words are not a client.
  ///
  /// @param words that can follow, besides options
  /// @param files whether files can follow
  private record Verb(String name, List<OptionRow> rows, String words, boolean files) {
    static List<Verb> all() {
      List<Verb> all = new ArrayList<>();
      for (String c : MonitoringTable.COMMANDS) {
        all.add(new Verb(c, MonitoringTable.rows(c), words(c), false));
      }
      for (String c : OF_A_CALL) {
        all.add(new Verb(c, CallTable.all(c), "", false));
      }
      all.add(new Verb("replay", ReplayTable.all(), "", true));
      return all;
    }

    private static String words(String command) {
      return switch (command) {
        case "calls" -> "tool: server: status: slower: run:";
        case "rerun" -> "last failed";
        default -> "";
      };
    }

    static String names(String between) {
      return all().stream().map(Verb::name).collect(Collectors.joining(between));
    }
  }

  /// How each shell completes the value of an option.
  private record Values(String bash, String zsh, String fish) {
    static final Values FILES = new Values("_pitstop_files -f", "_files", " -r -F");
    static final Values DIRECTORIES =
        new Values("_pitstop_files -d", "_files -/", " -x -a '(__fish_complete_directories)'");
    static final Values VARIABLES =
        new Values("_pitstop_offer -v", "_parameters -g \"*export*\"", " -x -a '(set -xn)'");
    static final Values ANYTHING = new Values(":", " ", " -x");

    static Values of(List<String> words) {
      String all = String.join(" ", words);
      return new Values("_pitstop_words '" + all + "'", "(" + all + ")", " -x -a '" + all + "'");
    }
  }

  private Completion() {}

  /// What `pitstop completion SHELL` prints.
  ///
  /// @param rest the words after `completion`
  public static String script(List<String> rest) throws UsageException {
    String shell = rest.size() == 1 ? rest.getFirst() : "";
    return switch (shell) {
      case "bash" -> bash();
      case "zsh" -> zsh();
      case "fish" -> fish();
      default ->
          throw new UsageException(
              (shell.isEmpty()
                      ? "`pitstop completion` takes one shell"
                      : "there is no completion for `" + shell + "`")
                  + ": use `pitstop completion bash`, zsh or fish");
    };
  }

  private static Values values(OptionRow row) {
    return switch (row.value()) {
      case "FILE", "GLOB" -> Values.FILES;
      case "DIR" -> Values.DIRECTORIES;
      case "VAR" -> Values.VARIABLES;
      case "ORDER" -> choice(Defaults.ORDERS);
      case "MODE" -> choice(row.name().equals("notices") ? Defaults.NOTICES : Defaults.ON_CRASH);
      case "CLIENT" -> Values.of(Client.ids());
      case "LEVEL" -> choice(Defaults.LEVELS);
      case "LIST" -> Values.of(ownTools());
      default -> Values.ANYTHING;
    };
  }

  private static Values choice(String words) {
    return Values.of(List.of(words.split(", ", -1)));
  }

  private static List<String> ownTools() {
    List<String> words = new ArrayList<>(List.of("all", "none"));
    words.addAll(OwnTools.WITH_ONE);
    return words;
  }

  private static String options(List<OptionRow> rows) {
    return rows.stream().map(row -> "--" + row.name()).collect(Collectors.joining(" "));
  }

  /// A script with the words and options that every shell offers.
  ///
  /// @param options writes rows for this shell
  private static String filled(String script, Function<List<OptionRow>, String> options) {
    return script
        .replace("{topics}", topics())
        .replace("{verbs}", Verb.names("|"))
        .replace("{called}", String.join("|", OF_A_CALL))
        .replace("{shells}", String.join(" ", SHELLS))
        .replace("{clients}", String.join(" ", Client.ids()))
        .replace("{options}", options.apply(OptionScopes.ofSession()))
        .replace("{doctor}", options.apply(OptionScopes.ofDoctor()))
        .replace("{install}", options.apply(InstallTable.rows("install")))
        .replace("{uninstall}", options.apply(InstallTable.rows("uninstall")));
  }

  /// The words that can come first.
  private static List<OwnWords.Word> words() {
    List<OwnWords.Word> words = new ArrayList<>(List.of(CLI));
    words.addAll(OwnWords.COMMANDS);
    return words;
  }

  private static String topics() {
    return String.join(" ", Topic.names());
  }

  // ---- bash ----

  /// For bash 3.2 and newer, with and without the package `bash-completion`.
  public static String bash() {
    Set<String> valued = new LinkedHashSet<>();
    StringBuilder values = new StringBuilder();
    List<OptionRow> all = new ArrayList<>(OptionTable.rows());
    all.addAll(InstallTable.rows("install"));
    Verb.all().forEach(verb -> all.addAll(verb.rows()));
    for (OptionRow row : all) {
      String option = "--" + row.name();
      if (!row.isSwitch() && valued.add(option)) { // options of one name take the same values
        values
            .append("    ")
            .append(option)
            .append(") ")
            .append(values(row).bash())
            .append(" ;;\n");
      }
    }
    List<String> words = words().stream().map(OwnWords.Word::name).toList();
    StringBuilder own = new StringBuilder();
    for (Verb verb : Verb.all()) {
      own.append("    ")
          .append(verb.name())
          .append(") _pitstop_own '")
          .append(options(verb.rows()));
      own.append("' '").append(verb.words());
      own.append(verb.files() ? "' files ;;\n" : "' ;;\n");
    }
    return filled(BASH, Completion::options)
        .replace("{words}", String.join(" ", words))
        .replace("{valued}", String.join(" | ", valued))
        .replace("{values}", values)
        .replace("{own}", own);
  }

  private static final String BASH =
      """
      # Completion for pitstop in bash, printed by `pitstop completion bash`.

      _pitstop_offer() {
        local IFS=$'\\n'
        COMPREPLY+=($(compgen "$@" -- "$cur"))
      }

      _pitstop_words() {
        local IFS=$' \\t\\n'
        COMPREPLY+=($(compgen -W "$1" -- "$cur"))
      }

      _pitstop_files() {
        compopt -o filenames 2>/dev/null
        _pitstop_offer "$@"
      }

      # $1: the options of a command; $2: its other words; $3: whether it takes files
      _pitstop_own() {
        if [[ $cur == -* ]]; then
          _pitstop_words "$1"
        else
          [[ $2 != *: ]] || compopt -o nospace 2>/dev/null
          _pitstop_words "$2"
          [[ -z $3 ]] || _pitstop_files -f
        fi
      }

      _pitstop_verb() {
        case $verb in
      {own}  esac
      }

      # $1: an option whose value comes next
      _pitstop_value() {
        case $1 in
      {values}  esac
      }

      _pitstop() {
        local cur=${COMP_WORDS[COMP_CWORD]} verb= option= command= word i
        COMPREPLY=()
        if ((COMP_CWORD > 1)); then
          case ${COMP_WORDS[1]} in
            completion | demo | doctor | help | install | uninstall) verb=${COMP_WORDS[1]} ;;
            {verbs}) verb=${COMP_WORDS[1]} ;;
          esac
        fi
        i=1
        [[ -z $verb ]] || i=2
        for ((; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ -n $option ]]; then
            [[ $word == = ]] || option= # bash cuts --name=value into three words
            continue
          fi
          case $word in
            --) command=$((i + 1)) && break ;;
            {valued}) option=$word ;;
            -* | cli) ;;
            *) [[ $verb =~ ^({called})$ ]] || { command=$i && break; } ;;
          esac
        done
        if [[ -n $option ]]; then
          [[ $cur != = ]] || cur=
          _pitstop_value "$option"
        elif [[ $verb == completion ]]; then
          ((COMP_CWORD > 2)) || _pitstop_words '{shells}'
        elif [[ $verb == help ]]; then
          ((COMP_CWORD > 2)) || _pitstop_words '{topics}'
        elif [[ $verb == demo ]]; then
          :
        elif [[ $verb =~ ^({verbs})$ && ! ($verb =~ ^({called})$ && -n $command) ]]; then
          _pitstop_verb
        elif [[ $verb == install || $verb == uninstall ]]; then
          if [[ $cur != -* ]]; then
            [[ -n $command ]] || _pitstop_words '{clients}' # the next words are servers of its file
          elif [[ $verb == install ]]; then
            _pitstop_words '{install}'
          else
            _pitstop_words '{uninstall}'
          fi
        elif [[ -n $command ]]; then
          if declare -F _comp_command_offset >/dev/null; then
            _comp_command_offset "$command"
          elif declare -F _command_offset >/dev/null; then
            _command_offset "$command"
          elif ((COMP_CWORD == command)); then
            _pitstop_offer -c
            _pitstop_files -f
          else
            _pitstop_files -f
          fi
        elif [[ $cur == -* && $verb == doctor ]]; then
          _pitstop_words '-- {doctor}'
        elif [[ $cur == -* ]]; then
          _pitstop_words '-- {options}'
        else
          ((COMP_CWORD > 1)) || _pitstop_words '{words}'
          _pitstop_offer -c
          _pitstop_files -f
        fi
      }

      complete -F _pitstop pitstop pitstop-mcp
      """;

  // ---- zsh ----

  public static String zsh() {
    StringBuilder words = new StringBuilder();
    for (OwnWords.Word word : words()) {
      words.append(" '").append(word.name()).append(':').append(quoted(word.help())).append('\'');
    }
    StringBuilder own = new StringBuilder();
    for (Verb verb : Verb.all()) {
      own.append("    ").append(verb.name()).append(")\n      _arguments \\\n");
      own.append(zsh(verb.rows())).append("      '*: :");
      String more = verb.words().isEmpty() ? " " : "(" + verb.words().replace(":", "\\:") + ")";
      own.append(verb.files() ? "_files" : more);
      own.append("' ;;\n");
    }
    return filled(ZSH, Completion::zsh).replace("{words}", words).replace("{own}", own);
  }

  private static String zsh(List<OptionRow> rows) {
    StringBuilder options = new StringBuilder();
    for (OptionRow row : rows) {
      String name = (row.isRepeatable() ? "*" : "") + "--" + row.name();
      String help = "[" + escaped(row.help(), "[]") + "]";
      String value =
          row.isSwitch() ? "" : ":" + escaped(row.value(), ":") + ":" + values(row).zsh();
      options.append("      '").append(quoted(name + (row.isSwitch() ? "" : "=") + help + value));
      options.append("' \\\n");
    }
    return options.toString();
  }

  /// Puts a backslash before each of these characters.
  private static String escaped(String text, String special) {
    String escaped = text.replace("\\", "\\\\");
    for (String each : special.split("")) {
      escaped = escaped.replace(each, "\\" + each);
    }
    return escaped;
  }

  /// For the inside of single quotes of a POSIX shell.
  private static String quoted(String text) {
    return text.replace("'", "'\\''");
  }

  private static final String ZSH =
      """
      #compdef pitstop pitstop-mcp
      # Completion for pitstop in zsh, printed by `pitstop completion zsh`.

      _pitstop_command() {
        local -a own=({words} )
        if (( CURRENT == 1 )); then
          _describe 'command of pitstop' own
          _command_names -e
          _files
        elif [[ $words[1] == completion ]]; then
          (( CURRENT == 2 )) && compadd {shells}
        elif [[ $words[1] == help ]]; then
          (( CURRENT == 2 )) && compadd {topics}
        else
          _normal
        fi
      }

      _pitstop_program() {
        if (( CURRENT == 1 )); then
          compadd cli
          _command_names -e
          _files
        else
          _normal
        fi
      }

      _pitstop_clients() {
        (( CURRENT == 1 )) && compadd {clients} # the next words are servers of its file
      }

      _pitstop() {
        local verb=$words[2]
        if (( CURRENT < 3 )) || [[ $verb != (doctor|install|uninstall|{verbs}) ]]; then
          _arguments -S \\
      {options}      '*:::command:_pitstop_command'
          return
        fi
        shift words
        (( CURRENT-- ))
        case $verb in
          doctor)
            _arguments -S \\
      {doctor}      '*:::command:_pitstop_program' ;;
          install)
            _arguments \\
      {install}      '*:::client:_pitstop_clients' ;;
          uninstall)
            _arguments \\
      {uninstall}      '*:::client:_pitstop_clients' ;;
      {own}        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _pitstop "$@"
      else
        compdef _pitstop pitstop pitstop-mcp
      fi
      """;

  // ---- fish ----

  public static String fish() {
    StringBuilder out = new StringBuilder();
    out.append("# Completion for pitstop in fish, printed by `pitstop completion fish`.\n\n");
    for (OwnWords.Word word : words()) {
      out.append("complete -c pitstop -n __fish_use_subcommand -a ").append(word.name());
      out.append(" -d '").append(escaped(word.help(), "'")).append("'\n");
    }
    out.append("complete -c pitstop -n '__fish_seen_subcommand_from completion' -f -a '");
    out.append(String.join(" ", SHELLS)).append("'\n");
    out.append("complete -c pitstop -n '__fish_seen_subcommand_from help' -f -a '");
    out.append(topics()).append("'\n");
    out.append(FISH_VERB);
    fish(
        "not __pitstop_verb completion demo doctor help install uninstall " + Verb.names(" "),
        OptionScopes.ofSession(),
        out);
    fish("__pitstop_verb doctor", OptionScopes.ofDoctor(), out);
    for (String verb : OF_CLIENTS) {
      fish("__pitstop_verb " + verb, InstallTable.rows(verb), out);
      out.append("complete -c pitstop -n '__pitstop_verb ").append(verb).append("' -f -a '");
      out.append(String.join(" ", Client.ids())).append("'\n");
    }
    for (Verb verb : Verb.all()) {
      fish("__pitstop_verb " + verb.name(), verb.rows(), out);
      out.append("complete -c pitstop -n '__pitstop_verb ").append(verb.name());
      out.append(verb.files() ? "' -F\n" : "' -f -a '" + verb.words() + "'\n");
    }
    out.append("complete -c pitstop-mcp -w pitstop\n");
    return out.toString();
  }

  private static void fish(String when, List<OptionRow> rows, StringBuilder out) {
    for (OptionRow row : rows) {
      out.append("complete -c pitstop -n '").append(when);
      out.append("; and not contains -- -- (commandline -opc)' -l ").append(row.name());
      if (!row.isSwitch()) {
        out.append(values(row).fish());
      }
      out.append(" -d '").append(escaped(row.help(), "'")).append("'\n");
    }
  }

  private static final String FISH_VERB =
      """
      function __pitstop_verb
        set --local words (commandline -opc)
        test (count $words) -gt 1; and contains -- $words[2] $argv
      end
      """;
}
