/**
 * Tests of projections without Kafka and without a container: {@link dev.antiphon.projector.testkit.ProjectionFixture}
 * for given events, then rows; {@link dev.antiphon.projector.testkit.ProjectionContract} for everything that every
 * projection must keep. They run in the memory of the test but for PostgreSQL, which each test run starts by itself: the
 * statements of a projection are PostgreSQL's, and no other database would run them.
 */
@NullMarked
package dev.antiphon.projector.testkit;

import org.jspecify.annotations.NullMarked;
