/// What a server offers, as immutable snapshots: parsing of list results, the difference between
/// two snapshots in an agent's words, search, suggestions for misspelt names, the names of tools
/// behind several servers, resource templates, and checks of JSON against schemas. Pure functions
/// over Gson trees and text: no I/O but for schemas among the resources, and no threads. Imports
/// nothing else of Pitstop but `rpc` and `text`.
package dev.pitstop.catalog;
