/// What `--build` and `--watch` a server most likely wants, from the files of its project and its
/// command (U3). A leaf; reads files, runs nothing. A guess is shown before it is taken.
///
/// Start with [Guesses].
package dev.pitstop.guess;
