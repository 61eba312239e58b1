package dev.pitstop.catalog;

/// One thing that changed inside an entry.
///
/// @param breaking a call that was right before may be wrong now
/// @param text the whole statement in one printable line, without the entry's name
record Detail(boolean breaking, String text) {}
