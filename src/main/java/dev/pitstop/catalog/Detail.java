package dev.pitstop.catalog;

/// One change inside an entry.
///
/// @param breaking whether a call that was right before may be wrong now
/// @param input whether it is about what a call takes, beyond its description
/// @param text the whole statement in one printable line, without the entry's name
record Detail(boolean breaking, boolean input, String text) {}
