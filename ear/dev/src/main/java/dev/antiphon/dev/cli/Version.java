package dev.antiphon.dev.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {
            "Antiphon " + number(), "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name"),
        };
    }

    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
