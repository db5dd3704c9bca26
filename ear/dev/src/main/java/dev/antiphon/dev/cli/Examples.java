package dev.antiphon.dev.cli;

/** Every command's help ends with examples. */
final class Examples {

    static final String HEADING = "%nExamples:%n";

    private Examples() {}
}
