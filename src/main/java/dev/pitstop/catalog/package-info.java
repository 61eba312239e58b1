/// What a server offers, as immutable snapshots: parsing of list results, the semantic difference
/// between two snapshots in an agent's words, look-up of near names, search, the names of tools
/// behind several servers, and the URIs of a resource template. Pure functions over Gson trees and
/// text: no I/O, no threads, and no other package of this program.
package dev.pitstop.catalog;
