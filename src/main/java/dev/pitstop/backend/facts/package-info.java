/// What a backend reports and what it is told, as values.
package dev.pitstop.backend.facts;
