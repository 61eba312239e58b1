/// What matters in the output of a program that died or of a build: the error, what explains it,
/// and counts of the lines left out.
///
/// Start with [LastWords] and [BuildLog].
package dev.pitstop.digest;
