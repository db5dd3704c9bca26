package dev.antiphon.it.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What servers on this machine prove who they are with, and what their clients trust.
 *
 * @param store the key with its certificate, PKCS #12
 * @param key the same key, and
 * @param certificate the same certificate, as PEM
 * @param trust the certificate alone, PKCS #12
 */
record Certificate(Path store, Path key, Path certificate, Path trust) {

    static final String PASSWORD = "changeit";
    private static final String ALIAS = "server";

    /** Makes them in a folder. */
    static Certificate in(Path folder) throws IOException, GeneralSecurityException {
        var made = new Certificate(
                folder.resolve("server.p12"),
                folder.resolve("server.key"),
                folder.resolve("server.crt"),
                folder.resolve("trust.p12"));
        made.keytool(
                List.of(
                        "-genkeypair",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-validity",
                        "2",
                        "-dname",
                        "CN=localhost"),
                List.of("-ext", "SAN=dns:localhost,ip:127.0.0.1", "-keystore", made.store.toString()));
        made.keytool(
                List.of("-exportcert", "-rfc", "-file", made.certificate.toString()),
                List.of("-keystore", made.store.toString()));
        made.keytool(
                List.of("-importcert", "-noprompt", "-file", made.certificate.toString()),
                List.of("-keystore", made.trust.toString()));
        made.writeKey();
        return made;
    }

    private void keytool(List<String> what, List<String> where) {
        var command = new ArrayList<>(List.of(Command.ofJdk("keytool")));
        command.addAll(what);
        command.addAll(where);
        command.addAll(List.of("-alias", ALIAS, "-storetype", "PKCS12", "-storepass", PASSWORD));
        var ending =
                Command.run(command, store.getParent(), store.resolveSibling("keytool.txt"), Duration.ofMinutes(1));
        assertThat(ending.exitCode()).as(ending.output()).isZero();
    }

    private void writeKey() throws IOException, GeneralSecurityException {
        var password = PASSWORD.toCharArray();
        var encoded = KeyStore.getInstance(store.toFile(), password)
                .getKey(ALIAS, password)
                .getEncoded();
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                key,
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(encoded)
                        + "\n-----END PRIVATE KEY-----\n");
    }
}
