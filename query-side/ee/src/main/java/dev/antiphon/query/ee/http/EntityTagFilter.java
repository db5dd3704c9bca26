package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.events.ee.http.ConditionalGet;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.Providers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Gives each answer of a read model an entity tag of its content, and answers 304 to a client that has it. Where the
 * answer reflects one version the tag begins with it, {@code "7.…"}, so that the command side takes the tag as {@code
 * If-Match}. The version alone would not do: a row that is rebuilt or healed may change and keep its version.
 */
@Provider
@Priority(EntityTagFilter.AFTER_ALL_THAT_CHANGE_THE_ENTITY)
public class EntityTagFilter implements ContainerResponseFilter {

    static final int AFTER_ALL_THAT_CHANGE_THE_ENTITY = 1000;

    private static final int TAG_BYTES = 9;
    private static final int USUAL_SIZE = 512;

    @Context
    ResourceInfo resource;

    @Context
    Providers providers;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) throws IOException {
        if (response.getStatus() != Response.Status.OK.getStatusCode()
                || !response.hasEntity()
                || response.getHeaders().containsKey(HttpHeaders.ETAG)
                || ReadModels.of(resource).isEmpty()) {
            return;
        }
        var body = write(response);
        if (!response.getHeaders().containsKey(HttpHeaders.CACHE_CONTROL)) {
            response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-cache");
        }
        ConditionalGet.answer(request, response, new EntityTag(tag(response, body)));
    }

    /** Makes the entity its own bytes. */
    private byte[] write(ContainerResponseContext response) throws IOException {
        var media = response.getMediaType() == null ? MediaType.APPLICATION_JSON_TYPE : response.getMediaType();
        @SuppressWarnings("unchecked")
        var writer = (MessageBodyWriter<Object>) providers.getMessageBodyWriter(
                response.getEntityClass(), response.getEntityType(), response.getEntityAnnotations(), media);
        var bytes = new ByteArrayOutputStream(USUAL_SIZE);
        writer.writeTo(
                response.getEntity(),
                response.getEntityClass(),
                response.getEntityType(),
                response.getEntityAnnotations(),
                media,
                response.getHeaders(),
                bytes);
        var body = bytes.toByteArray();
        response.setEntity(body, response.getEntityAnnotations(), media);
        return body;
    }

    private static String tag(ContainerResponseContext response, byte[] body) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(body);
            var content = Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest, TAG_BYTES));
            var version = response.getHeaders().getFirst(AnswerHeaders.AGGREGATE_VERSION);
            return version == null ? content : version + "." + content;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
