package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.ProblemMapper;
import dev.antiphon.query.ReadFailedException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** 503 while the read database is away or too slow; a statement that it refuses is a fault like any other. */
@Provider
public class ReadFailedMapper implements ExceptionMapper<ReadFailedException> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadFailedMapper.class);
    private static final int RETRY_AFTER_SECONDS = 2;

    @Override
    public Response toResponse(ReadFailedException failure) {
        return switch (failure.reason()) {
            case AWAY -> {
                LOG.warn(failure.getMessage());
                yield Problems.databaseAway().toResponse(RETRY_AFTER_SECONDS);
            }
            case TOO_SLOW -> {
                LOG.warn(failure.getMessage());
                yield Problems.tooSlow().toResponse(RETRY_AFTER_SECONDS);
            }
            case REFUSED -> ProblemMapper.fault(failure);
        };
    }
}
