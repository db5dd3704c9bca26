package dev.antiphon.dev.server;

import dev.antiphon.dev.postgres.Login;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A pool of PostgreSQL connections that the server offers under a JNDI name. It is not XA: within one JTA transaction
 * everybody who asks for a connection, JPA and plain JDBC alike, gets the same physical one, which is what lets an
 * aggregate and its outbox row commit together (S1).
 *
 * @param jndiName such as {@code jdbc/write}
 * @param url the JDBC URL, without user and password
 * @param login who the connections log in as
 * @param maximum how many connections there may be
 */
public record DataSource(String jndiName, String url, Login login, int maximum) {

    /** The server's commands that make the pool and give it its name. */
    List<String> commands() {
        String pool = jndiName.replace('/', '-');
        Map<String, String> properties = new TreeMap<>(Map.of(
                "url",
                url,
                "user",
                login.user(),
                "password",
                login.password(),
                "reWriteBatchedInserts",
                "true",
                "applicationName",
                "antiphon-" + login.user(),
                "tcpKeepAlive",
                "true"));
        return List.of(
                "create-jdbc-connection-pool --datasourceclassname=org.postgresql.ds.PGSimpleDataSource"
                        + " --restype=javax.sql.DataSource --steadypoolsize=2 --maxpoolsize=" + maximum
                        + " --poolresize=2 --maxwait=20000 --idletimeout=300 --isconnectvalidatereq=true"
                        + " --validationmethod=custom-validation --validationclassname="
                        + "org.glassfish.api.jdbc.validation.PostgresConnectionValidation"
                        + " --validateatmostonceperiod=10 --failconnection=true"
                        + " --property="
                        + properties.entrySet().stream()
                                .map(entry -> entry.getKey() + "=" + escaped(entry.getValue()))
                                .collect(Collectors.joining(":"))
                        + " " + pool,
                "create-jdbc-resource --connectionpoolid=" + pool + " " + jndiName);
    }

    private static String escaped(String value) {
        return value.replaceAll("([\\\\:=])", "\\\\$1");
    }
}
