package dev.antiphon.dev.importer;

import java.util.List;

/**
 * One record of a shop's file.
 *
 * @param number the line of the file it begins on, the header being line 1
 * @param values as they stand in the file
 */
record ShopLine(long number, List<String> values) {}
