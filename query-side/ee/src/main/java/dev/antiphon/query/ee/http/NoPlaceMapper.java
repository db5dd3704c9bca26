package dev.antiphon.query.ee.http;

import dev.antiphon.query.waiting.NoPlaceException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** 503 when the waiting room takes nobody more. */
@Provider
public class NoPlaceMapper implements ExceptionMapper<NoPlaceException> {

    private static final int RETRY_AFTER_SECONDS = 1;

    @Override
    public Response toResponse(NoPlaceException failure) {
        return Problems.noPlace().toResponse(RETRY_AFTER_SECONDS);
    }
}
