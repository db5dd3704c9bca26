package dev.antiphon.events.ee.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells all that is missing or wrong in a body in which a number or a truth value is missing that cannot be null. Reading
 * stops at the first of them; so this looks for the others, and at the rules on the fields that are there.
 */
final class IncompleteBody {

    private final JsonMapper mapper;
    private final List<Problem.FieldError> errors = new ArrayList<>();

    private IncompleteBody(JsonMapper mapper) {
        this.mapper = mapper;
    }

    static boolean isReasonOf(JsonProcessingException failure) {
        return failure instanceof MismatchedInputException mismatch
                && !(failure instanceof InvalidFormatException)
                && mismatch.getTargetType() != null
                && mismatch.getTargetType().isPrimitive();
    }

    /** The missing places and the violated rules; empty where it is not for missing fields that reading failed. */
    static List<Problem.FieldError> errors(JsonMapper mapper, String json, JavaType type)
            throws JsonProcessingException {
        var body = new IncompleteBody(mapper);
        var tree = mapper.readTree(json);
        body.look(tree, type, "");
        if (!body.errors.isEmpty()) {
            body.validate(json, type);
        }
        return body.errors;
    }

    private void look(JsonNode node, JavaType type, String pointer) {
        if (node.isArray() && type.isContainerType()) {
            for (var i = 0; i < node.size(); i++) {
                look(node.get(i), type.getContentType(), pointer + "/" + i);
            }
        } else if (node.isObject() && type.isMapLikeType()) {
            node.fields()
                    .forEachRemaining(entry -> look(
                            entry.getValue(),
                            type.getContentType(),
                            pointer + "/" + JsonPointer.escape(entry.getKey())));
        } else if (node.isObject()) {
            for (var property :
                    mapper.getDeserializationConfig().introspect(type).findProperties()) {
                var value = node.path(property.getName());
                var place = pointer + "/" + JsonPointer.escape(property.getName());
                if (property.couldDeserialize() && property.getPrimaryType().isPrimitive()) {
                    if (value.isMissingNode() || value.isNull()) {
                        errors.add(new Problem.FieldError(place, InvalidMapper.MISSING));
                    }
                } else {
                    look(value, property.getPrimaryType(), place);
                }
            }
        }
    }

    private void validate(String json, JavaType type) throws JsonProcessingException {
        Object value = mapper.readerFor(type)
                .without(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .readValue(json);
        var missing = errors.stream().map(Problem.FieldError::pointer).toList();
        CDI.current().select(Validator.class).get().validate(value).stream()
                .map(InvalidMapper::error)
                .filter(error -> !missing.contains(error.pointer()))
                .forEach(errors::add);
    }
}
