package dev.pitstop.cli;

import dev.pitstop.doctor.Clients;
import dev.pitstop.install.Client;
import dev.pitstop.session.OwnTools;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The completion scripts of shells, made of the tables of options: those of a session, and those
/// that `doctor`, `install` and `uninstall` take. Pure.
final class Completion {
  /// A first word that means Pitstop itself, with a word on it.
  private record Word(String name, String help) {}

  private static final List<Word> WORDS =
      List.of(
          new Word("cli", "a command-line program whose commands become tools"),
          new Word("completion", "completion for bash, zsh or fish"),
          new Word("demo", "a short session in the terminal"),
          new Word("doctor", "what clients will trip over in a server"),
          new Word("install", "wraps what a client has configured"),
          new Word("uninstall", "gives back what was there"));

  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  /// Words with options of their own behind them.
  private static final List<String> OF_CLIENTS = List.of("install", "uninstall");

  /// What may stand where an option's value is expected.
  private sealed interface Values permits Files, Directories, Variables, Choice, Free {}

  private record Files() implements Values {}

  private record Directories() implements Values {}

  private record Variables() implements Values {}

  private record Choice(List<String> words) implements Values {}

  private record Free() implements Values {}

  private Completion() {}

  private static Values values(Options.Row row) {
    return switch (row.value()) {
      case "FILE", "GLOB" -> new Files();
      case "DIR" -> new Directories();
      case "VAR" -> new Variables();
      case "ORDER" -> new Choice(List.of("start-first", "stop-first"));
      case "MODE" ->
          new Choice(
              row.name().equals("notices")
                  ? List.of("inline", "off")
                  : List.of("respawn", "report"));
      case "CLIENT" -> new Choice(Clients.ids());
      case "LEVEL" -> new Choice(List.of("error", "warn", "info", "debug", "off"));
      case "LIST" -> new Choice(ownTools());
      default -> new Free();
    };
  }

  private static List<String> ownTools() {
    List<String> words = new ArrayList<>(List.of("all", "none"));
    words.addAll(OwnTools.NAMES);
    return words;
  }

  /// The options of a session.
  private static List<Options.Row> ofSession() {
    return Options.rows().stream().filter(r -> !Checks.OF_DOCTOR.contains(r.name())).toList();
  }

  private static List<String> options(List<Options.Row> rows) {
    return rows.stream().map(row -> "--" + row.name()).toList();
  }

  private static boolean isSwitch(Options.Row row) {
    return row.value().isEmpty();
  }

  private static List<String> names(List<Word> words) {
    return words.stream().map(Word::name).toList();
  }

  // ---- bash ----

  /// For bash 3.2 and newer, with and without the package `bash-completion`.
  static String bash() {
    Set<String> valued = new LinkedHashSet<>();
    StringBuilder values = new StringBuilder();
    List<Options.Row> all = new ArrayList<>(Options.rows());
    all.addAll(InstallOptions.rows("install"));
    for (Options.Row row : all) {
      String option = "--" + row.name();
      if (!isSwitch(row) && valued.add(option)) { // one of one name has one kind of value
        values.append("    ").append(option).append(") ").append(bash(values(row))).append(" ;;\n");
      }
    }
    return BASH.replace("{words}", String.join(" ", names(WORDS)))
        .replace("{shells}", String.join(" ", SHELLS))
        .replace("{clients}", String.join(" ", Client.ids()))
        .replace("{options}", String.join(" ", options(ofSession())))
        .replace("{doctor}", String.join(" ", options(DoctorCommand.rows())))
        .replace("{install}", String.join(" ", options(InstallOptions.rows("install"))))
        .replace("{uninstall}", String.join(" ", options(InstallOptions.rows("uninstall"))))
        .replace("{valued}", String.join(" | ", valued))
        .replace("{values}", values);
  }

  private static String bash(Values values) {
    return switch (values) {
      case Files files -> "_pitstop_files -f";
      case Directories directories -> "_pitstop_files -d";
      case Variables variables -> "_pitstop_offer -v";
      case Choice choice -> "_pitstop_words '" + String.join(" ", choice.words()) + "'";
      case Free free -> ":";
    };
  }

  private static final String BASH =
      """
      # Completion of pitstop's command lines for bash: made by `pitstop completion bash`.

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

      # $1: an option that waits for its value
      _pitstop_value() {
        case $1 in
      {values}  esac
      }

      _pitstop() {
        local cur=${COMP_WORDS[COMP_CWORD]} verb= option= command= word i
        COMPREPLY=()
        if ((COMP_CWORD > 1)); then
          case ${COMP_WORDS[1]} in
            completion | demo | doctor | install | uninstall) verb=${COMP_WORDS[1]} ;;
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
            *) command=$i && break ;;
          esac
        done
        if [[ -n $option ]]; then
          [[ $cur != = ]] || cur=
          _pitstop_value "$option"
        elif [[ $verb == completion ]]; then
          ((COMP_CWORD > 2)) || _pitstop_words '{shells}'
        elif [[ $verb == demo ]]; then
          :
        elif [[ $verb == install || $verb == uninstall ]]; then
          if [[ $cur != -* ]]; then
            [[ -n $command ]] || _pitstop_words '{clients}' # what follows names servers of its file
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

  static String zsh() {
    StringBuilder words = new StringBuilder();
    for (Word word : WORDS) {
      words.append(" '").append(word.name()).append(':').append(quoted(word.help())).append('\'');
    }
    return ZSH.replace("{words}", words)
        .replace("{shells}", String.join(" ", SHELLS))
        .replace("{clients}", String.join(" ", Client.ids()))
        .replace("{options}", zsh(ofSession()))
        .replace("{doctor}", zsh(DoctorCommand.rows()))
        .replace("{install}", zsh(InstallOptions.rows("install")))
        .replace("{uninstall}", zsh(InstallOptions.rows("uninstall")));
  }

  private static String zsh(List<Options.Row> rows) {
    StringBuilder options = new StringBuilder();
    for (Options.Row row : rows) {
      String name = (row.repeatable() ? "*" : "") + "--" + row.name();
      String help = "[" + escaped(row.help(), "[]") + "]";
      String value = isSwitch(row) ? "" : ":" + escaped(row.value(), ":") + ":" + zsh(values(row));
      options.append("      '").append(quoted(name + (isSwitch(row) ? "" : "=") + help + value));
      options.append("' \\\n");
    }
    return options.toString();
  }

  private static String zsh(Values values) {
    return switch (values) {
      case Files files -> "_files";
      case Directories directories -> "_files -/";
      case Variables variables -> "_parameters -g \"*export*\"";
      case Choice choice -> "(" + String.join(" ", choice.words()) + ")";
      case Free free -> " ";
    };
  }

  /// Puts a backslash before each of these characters.
  private static String escaped(String text, String special) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' || special.indexOf(c) >= 0) {
        out.append('\\');
      }
      out.append(c);
    }
    return out.toString();
  }

  /// For the inside of single quotes of a POSIX shell.
  private static String quoted(String text) {
    return text.replace("'", "'\\''");
  }

  private static final String ZSH =
      """
      #compdef pitstop pitstop-mcp
      # Completion of pitstop's command lines for zsh: made by `pitstop completion zsh`.

      _pitstop_command() {
        local -a own=({words} )
        if (( CURRENT == 1 )); then
          _describe 'word of pitstop' own
          _command_names -e
          _files
        elif [[ $words[1] == completion ]]; then
          (( CURRENT == 2 )) && compadd {shells}
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
        (( CURRENT == 1 )) && compadd {clients} # what follows names servers of its file
      }

      _pitstop() {
        local verb=$words[2]
        if (( CURRENT < 3 )) || [[ $verb != (doctor|install|uninstall) ]]; then
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
        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _pitstop "$@"
      else
        compdef _pitstop pitstop pitstop-mcp
      fi
      """;

  // ---- fish ----

  static String fish() {
    StringBuilder out = new StringBuilder();
    out.append("# Completion of pitstop's command lines for fish: made by")
        .append(" `pitstop completion fish`.\n\n");
    for (Word word : WORDS) {
      out.append("complete -c pitstop -n __fish_use_subcommand -a ").append(word.name());
      out.append(" -d '").append(escaped(word.help(), "'")).append("'\n");
    }
    out.append("complete -c pitstop -n '__fish_seen_subcommand_from completion' -f -a '");
    out.append(String.join(" ", SHELLS)).append("'\n");
    out.append(FISH_VERB);
    fish("not __pitstop_verb completion demo doctor install uninstall", ofSession(), out);
    fish("__pitstop_verb doctor", DoctorCommand.rows(), out);
    for (String verb : OF_CLIENTS) {
      fish("__pitstop_verb " + verb, InstallOptions.rows(verb), out);
      out.append("complete -c pitstop -n '__pitstop_verb ").append(verb).append("' -f -a '");
      out.append(String.join(" ", Client.ids())).append("'\n");
    }
    out.append("complete -c pitstop-mcp -w pitstop\n");
    return out.toString();
  }

  private static void fish(String when, List<Options.Row> rows, StringBuilder out) {
    for (Options.Row row : rows) {
      out.append("complete -c pitstop -n '").append(when);
      out.append("; and not contains -- -- (commandline -opc)' -l ").append(row.name());
      if (!isSwitch(row)) {
        out.append(fish(values(row)));
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

  private static String fish(Values values) {
    return switch (values) {
      case Files files -> " -r -F";
      case Directories directories -> " -x -a '(__fish_complete_directories)'";
      case Variables variables -> " -x -a '(set -xn)'";
      case Choice choice -> " -x -a '" + String.join(" ", choice.words()) + "'";
      case Free free -> " -x";
    };
  }
}
