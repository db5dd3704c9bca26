package dev.antiphon.query.ee.http;

import dev.antiphon.query.InvalidParameterException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** 400 that names the parameter. */
@Provider
public class InvalidParameterMapper implements ExceptionMapper<InvalidParameterException> {

    @Override
    public Response toResponse(InvalidParameterException failure) {
        return Problems.invalidParameter(failure).toResponse();
    }
}
