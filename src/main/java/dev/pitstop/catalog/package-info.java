/// What a server offers, as immutable snapshots: parsing of list results, the semantic difference
/// between two snapshots in an agent's words, look-up of near names, search, and the names of tools
/// behind several servers. Pure functions over Gson trees: no I/O, no threads, and no other package
/// of this program.
package dev.pitstop.catalog;
