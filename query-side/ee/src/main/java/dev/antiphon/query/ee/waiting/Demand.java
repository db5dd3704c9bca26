package dev.antiphon.query.ee.waiting;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.query.InvalidParameterException;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.waiting.AggregateKey;
import dev.antiphon.query.waiting.AwaitedVersion;
import dev.antiphon.query.waiting.MinVersion;
import dev.antiphon.query.waiting.Preferences;
import dev.antiphon.query.waiting.Wait;
import dev.antiphon.query.waiting.WaitLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one query asks of consistency (rule S5).
 *
 * @param minVersions values of the parameter {@code minVersion}, empty where it is not given
 * @param tokens of all {@code Consistency-Token} headers
 * @param preferences of all {@code Prefer} headers
 */
public record Demand(List<String> minVersions, List<ConsistencyToken> tokens, Preferences preferences) {

    private static final int MOST_TOKENS = 64;
    private static final Pattern SEPARATOR = Pattern.compile("[ \\t]*,[ \\t]*");

    /**
     * Reads a request.
     *
     * @param tokenHeaders as given, none or several
     * @param preferHeaders as given, none or several
     * @throws InvalidParameterException if a token is none, or there are too many
     */
    public static Demand read(List<String> minVersions, List<String> tokenHeaders, List<String> preferHeaders) {
        var tokens = tokenHeaders.stream()
                .flatMap(header -> SEPARATOR.splitAsStream(header.strip()))
                .filter(text -> !text.isEmpty())
                .map(Demand::token)
                .toList();
        if (tokens.size() > MOST_TOKENS) {
            throw InvalidParameterException.refused(
                    ConsistencyToken.HEADER,
                    "Header Consistency-Token holds " + tokens.size() + " tokens; " + MOST_TOKENS + " are allowed.");
        }
        return new Demand(minVersions, tokens, Preferences.parse(preferHeaders));
    }

    /**
     * What there is to wait for, before the query may run.
     *
     * @param aggregateId of the answer; null where it is of no single aggregate
     * @return empty where nothing is asked that concerns the answer
     * @throws InvalidParameterException if {@code minVersion} cannot be used
     */
    public Optional<Wait> of(ReadModel model, @Nullable String aggregateId, WaitLimits limits) {
        var versions = new ArrayList<AwaitedVersion>();
        if (!minVersions.isEmpty()) {
            if (aggregateId == null) {
                throw noSingleAggregate();
            }
            versions.add(awaited(model, aggregateId, MinVersion.parse(minVersions)));
        }
        for (var token : tokens) {
            var concerned = aggregateId == null || aggregateId.equals(token.aggregateId());
            if (concerned && token.aggregateType().equals(model.of())) {
                versions.add(awaited(model, token.aggregateId(), token.version()));
            }
        }
        var bound = preferences.bound() == null ? limits.usual() : preferences.bound();
        return versions.isEmpty() ? Optional.empty() : Optional.of(new Wait(versions, bound));
    }

    /** Refuses {@code minVersion} where there is nothing whose version could be waited for. */
    public static InvalidParameterException noSingleAggregate() {
        return InvalidParameterException.refused(
                MinVersion.PARAMETER,
                "Parameter minVersion cannot be used here: this answer is of no single aggregate, whose version could"
                        + " be waited for. Leave it out, or send the Consistency-Token of a command instead.");
    }

    private static AwaitedVersion awaited(ReadModel model, String aggregateId, long version) {
        return new AwaitedVersion(new AggregateKey(model.projection(), aggregateId), version);
    }

    private static ConsistencyToken token(String text) {
        try {
            return ConsistencyToken.parse(text);
        } catch (IllegalArgumentException e) {
            throw InvalidParameterException.refused(
                    ConsistencyToken.HEADER,
                    "Header Consistency-Token must be what a command answered in it, unchanged; several with commas"
                            + " between.");
        }
    }
}
