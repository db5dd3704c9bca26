package dev.antiphon.dev.runtime;

import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.events.settings.Settings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The {@code ANTIPHON_…} settings of the command line. Those that name a server to be used instead of an embedded one:
 *
 * <ul>
 *   <li>{@code ANTIPHON_KAFKA_BOOTSTRAP_SERVERS}: {@code host:port,…} of a Kafka cluster
 *   <li>{@code ANTIPHON_WRITE_URL}, {@code ANTIPHON_READ_URL}: JDBC URLs of the two databases, set both or neither
 *   <li>{@code ANTIPHON_<ROLE>_USER}, {@code ANTIPHON_<ROLE>_PASSWORD} with {@code <ROLE>} being {@code OWNER}, {@code
 *       COMMAND}, {@code PROJECTOR}, {@code QUERY}: the roles there, which must exist; by default those of the embedded
 *       server
 * </ul>
 *
 * and {@code ANTIPHON_SERVER_JAVA_OPTIONS} (default {@code -Xmx512m -XX:+UseSerialGC
 * -XX:TieredStopAtLevel=1}), options of the server's virtual
 * machine; {@code ANTIPHON_PROJECTOR_WAR}, the war whose projections a rebuild fills. Every other {@code ANTIPHON_…} variable is handed to the wars, which read it through MicroProfile Config.
 */
public final class Environment {

    private static final String PREFIX = "ANTIPHON_";
    private static final String KAFKA_CLIENTS = PREFIX + "KAFKA_";
    private static final String KAFKA = KAFKA_CLIENTS + "BOOTSTRAP_SERVERS";
    private static final String WRITE_URL = "ANTIPHON_WRITE_URL";
    private static final String READ_URL = "ANTIPHON_READ_URL";
    private static final String PROJECTOR_WAR = "ANTIPHON_PROJECTOR_WAR";
    private static final String JAVA_OPTIONS = "ANTIPHON_SERVER_JAVA_OPTIONS";

    private static final Predicate<String> OWN = List.of(
                    "WRITE_URL",
                    "READ_URL",
                    "(OWNER|COMMAND|PROJECTOR|QUERY)_(USER|PASSWORD)",
                    "SERVER_JAVA_OPTIONS",
                    "PROJECTOR_WAR")
            .stream()
            .map(name -> (Predicate<String>) variable -> variable.matches(PREFIX + name))
            .reduce(Predicate::or)
            .orElseThrow();

    private final Map<String, String> variables;

    public Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** The variables that tell an application server with the wars where its servers are and who logs in, in this order. */
    public static Map<String, String> forServer(Databases databases, String bootstrapServers) {
        var variables = new LinkedHashMap<String, String>();
        variables.put(KAFKA, bootstrapServers);
        variables.put(WRITE_URL, databases.writeUrl());
        variables.put(READ_URL, databases.readUrl());
        var roles = databases.roles();
        logIn(variables, "COMMAND", roles.command());
        logIn(variables, "PROJECTOR", roles.projector());
        logIn(variables, "QUERY", roles.query());
        return variables;
    }

    private static void logIn(Map<String, String> variables, String role, Login login) {
        variables.put(PREFIX + role + "_USER", login.user());
        variables.put(PREFIX + role + "_PASSWORD", login.password());
    }

    /** The cluster to use instead of an embedded broker. */
    public Optional<String> kafkaBootstrapServers() {
        return Optional.ofNullable(value(KAFKA));
    }

    /** What is set for Kafka's clients, by their names: {@code ANTIPHON_KAFKA_SECURITY_PROTOCOL} and all like it. */
    public Map<String, String> kafkaClients() {
        return variables.entrySet().stream()
                .filter(variable -> isForKafka(variable.getKey()))
                .filter(variable -> !variable.getValue().isBlank())
                .collect(Collectors.toMap(
                        variable -> variable.getKey()
                                .substring(KAFKA_CLIENTS.length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '.'),
                        Map.Entry::getValue));
    }

    /**
     * The databases to use instead of embedded ones.
     *
     * @throws StartFailure when only one of the two is named
     */
    public Optional<Databases> databases() {
        String write = value(WRITE_URL);
        String read = value(READ_URL);
        if (write == null && read == null) {
            return Optional.empty();
        }
        if (write == null || read == null) {
            throw new StartFailure((write == null ? WRITE_URL : READ_URL) + " is not set, but "
                    + (write == null ? READ_URL : WRITE_URL) + " is; set both, or neither for embedded databases.");
        }
        return Optional.of(new Databases(write, read, roles()));
    }

    /** Options of the server's virtual machine, if they are set. */
    public Optional<List<String>> serverJavaOptions() {
        return Optional.ofNullable(value(JAVA_OPTIONS))
                .map(options -> Arrays.asList(options.strip().split("\\s+")));
    }

    /** The war of the projections, if it is named. */
    public Optional<Path> projectorWar() {
        return Optional.ofNullable(value(PROJECTOR_WAR)).map(Path::of);
    }

    /** What the wars shall see. */
    public Map<String, String> forApplications() {
        return variables.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(PREFIX))
                .filter(variable -> OWN.negate().test(variable.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What is set under the name of a setting, as MicroProfile Config finds it in the environment. */
    public Optional<String> setting(String name) {
        return Stream.of(name, name.replaceAll("[^A-Za-z0-9]", "_"), Settings.variable(name))
                .flatMap(variable -> Stream.ofNullable(variables.get(variable)))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** The names of its {@code ANTIPHON_…} variables. */
    public Set<String> names() {
        return variables.keySet().stream()
                .filter(name -> name.startsWith(PREFIX))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether a variable goes to Kafka's clients. */
    public static boolean isForKafka(String variable) {
        return variable.startsWith(KAFKA_CLIENTS);
    }

    /** Whether a variable is one that the command line itself reads. */
    public static boolean isOwn(String variable) {
        return OWN.test(variable);
    }

    /** The roles in the databases. */
    public Roles roles() {
        Roles usual = Roles.development();
        return new Roles(
                login("OWNER", usual.owner()),
                login("COMMAND", usual.command()),
                login("PROJECTOR", usual.projector()),
                login("QUERY", usual.query()));
    }

    private Login login(String role, Login usual) {
        String user = value(PREFIX + role + "_USER");
        String password = value(PREFIX + role + "_PASSWORD");
        return new Login(user == null ? usual.user() : user, password == null ? usual.password() : password);
    }

    private @Nullable String value(String name) {
        String value = variables.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
