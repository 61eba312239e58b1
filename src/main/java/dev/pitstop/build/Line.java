package dev.pitstop.build;

/// A line of output as a report sees it.
///
/// @param number from 1
/// @param text plain, perhaps shortened
/// @param mark what it is
/// @param repeated whether the same message stood in an earlier line
record Line(long number, String text, Mark mark, boolean repeated) {}
