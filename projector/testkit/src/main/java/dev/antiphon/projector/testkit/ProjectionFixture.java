package dev.antiphon.projector.testkit;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.Envelope;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Redrive;
import dev.antiphon.projector.pipeline.Snapshots;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Given events, then rows: runs a projection through the chain that it has in production (envelopes, order, parking,
 * deduplication, transaction) on a real read database, without Kafka and without a container.
 *
 * <pre>{@code
 * var summary = ProjectionFixture.of(
 *         new OrderSummaryProjection(), TestReadDatabase.of("com/example/shop/schema"));
 *
 * summary.given("1", new OrderPlaced(…), new OrderConfirmed(…));
 * summary.thenRows("select order_id, status, version from order_summary", "1|CONFIRMED|2");
 * }</pre>
 *
 * <p>A fixture begins with empty tables. The events of one call come in one batch, that is, one transaction; each has the
 * next version of its aggregate, and the time {@link TestRecords#TIME}. Not for several threads at once.
 */
public final class ProjectionFixture {

    private final TestReadDatabase database;
    private final ProjectionDefinition definition;
    private final List<Stage> stages = new ArrayList<>();
    private final TestRecords records;
    private final Transactions transactions;
    private FaultPoint faultPoint = FaultPoint.NONE;
    private List<Outcome> outcomes = List.of();
    private long position;

    private ProjectionFixture(Object projection, TestReadDatabase database) {
        this.database = database;
        this.definition = ProjectionDefinition.of(projection);
        this.records = new TestRecords(definition);
        this.transactions = new Transactions(
                database.as(TestReadDatabase.PROJECTOR),
                definition,
                definition.group("test"),
                ProjectorOptions.defaults(),
                (place, name) -> faultPoint.reached(place, name));
        clear();
    }

    /**
     * A fixture on empty tables.
     *
     * @throws dev.antiphon.projector.InvalidProjectionException if the projection would stop its deployment
     */
    public static ProjectionFixture of(Object projection, TestReadDatabase database) {
        return new ProjectionFixture(projection, database);
    }

    /** Begins anew, with empty tables. */
    ProjectionFixture clear() {
        database.clear();
        records.clear();
        position = 0;
        try {
            ProjectionVersions.note(database.as(TestReadDatabase.PROJECTOR), definition);
        } catch (SQLException e) {
            throw new IllegalStateException("The read database of the tests does not answer", e);
        }
        database.run("insert into antiphon.position (projection, topic, partition, topic_id, next_offset) values ('"
                + definition.key() + "', '" + definition.topic() + "', 0, 'test', 0)");
        return this;
    }

    /**
     * Delivers the next events of an aggregate, in one transaction.
     *
     * @throws IllegalStateException if the projection fails; nothing has changed then
     */
    public ProjectionFixture given(String aggregateId, Object... events) {
        return deliver(Arrays.stream(events)
                .map(event -> records.next(aggregateId, event))
                .toList());
    }

    /** Delivers an event in an envelope of one's own. */
    public ProjectionFixture givenIn(Envelope envelope, Object event) {
        return deliver(List.of(records.of(envelope, event)));
    }

    /** Delivers a record without a value, and without a version: the aggregate is deleted. */
    public ProjectionFixture givenDeletion(String aggregateId) {
        return deliver(List.of(records.deletion(aggregateId)));
    }

    /** Delivers everything that has come so far once more. */
    public ProjectionFixture givenAllAgain() {
        return deliver(records.all());
    }

    /** Applies snapshots, as a rebuild does, in one transaction. */
    public ProjectionFixture givenSnapshots(AggregateSnapshot... snapshots) {
        try {
            new Snapshots(definition, transactions).apply(List.of(snapshots));
        } catch (Exception e) {
            throw new IllegalStateException("Projection '" + definition + "' failed at a snapshot: " + e, e);
        }
        return this;
    }

    /** What came of each event of the last call. */
    public List<Outcome> outcomes() {
        return outcomes;
    }

    /** The rows of a query, with {@code |} between the columns. */
    public List<String> rows(String sql) {
        return database.rows(definition, sql);
    }

    /**
     * Compares the rows of a query, columns with {@code |} between them, in their order.
     *
     * @throws AssertionError if they are others
     */
    public ProjectionFixture thenRows(String sql, String... expected) {
        var actual = rows(sql);
        if (!actual.equals(List.of(expected))) {
            throw new AssertionError("Expected of '" + sql + "':\n  " + String.join("\n  ", expected)
                    + "\nbut there is:\n  " + String.join("\n  ", actual));
        }
        return this;
    }

    ProjectionFixture deliver(List<Delivery> deliveries) {
        try {
            outcomes = pipeline()
                    .applyTogether(List.of(advance(deliveries.size())), records.from(position, deliveries))
                    .outcomes();
        } catch (Exception e) {
            throw new IllegalStateException("Projection '" + definition + "' failed: " + e, e);
        }
        position += deliveries.size();
        return this;
    }

    /** Delivers a record whose attempts are used up: if it fails, it is given up. */
    Outcome deliverForTheLastTime(Delivery delivery) {
        var last = records.from(position, List.of(delivery))
                .get(0)
                .attempt(ProjectorOptions.defaults().retries() + 1);
        var outcome = pipeline().applyAlone(advance(1), last);
        position++;
        return outcome;
    }

    Redrive redrive() {
        return new Redrive(definition.key(), pipeline(), database.as(TestReadDatabase.PROJECTOR));
    }

    private Pipeline pipeline() {
        return new Pipeline(definition, transactions, ProjectorOptions.defaults(), stages);
    }

    private Advance advance(int count) {
        return new Advance(definition.topic(), 0, "test", position, position + count);
    }

    ProjectionDefinition definition() {
        return definition;
    }

    TestRecords records() {
        return records;
    }

    /** Stages before the handler, from now on. */
    List<Stage> stages() {
        return stages;
    }

    void faultPoint(FaultPoint point) {
        faultPoint = point;
    }

    void forgetWatermarks() {
        database.run("truncate antiphon.watermark");
    }

    /** All rows of the projection's tables, as text, in an order of their own. */
    List<String> content() {
        return definition.tables().stream()
                .flatMap(table -> rows("select row_to_json(t)::text from " + table + " t").stream()
                        .sorted()
                        .map(row -> table + " " + row))
                .toList();
    }
}
