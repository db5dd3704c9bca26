package dev.antiphon.dev.importer;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How one import runs.
 *
 * @param file comma separated values, plain or gzipped; {@code -} is standard input
 * @param url where the application answers, without a slash at the end
 * @param rejects where rejected lines go
 * @param concurrency how many invoices are under way at once, at least 1
 * @param patience how long no command at all may succeed before the import gives up
 */
public record ImportSettings(Path file, URI url, Path rejects, int concurrency, Duration patience) {}
