package dev.antiphon.query;

/** A parameter of a query cannot be used; the client is answered 400 with its name. */
public final class InvalidParameterException extends RuntimeException {

    private final String parameter;

    /**
     * @param parameter its name
     * @param expected what it takes, as the end of "limit must be …"
     */
    public InvalidParameterException(String parameter, String expected) {
        super("Parameter " + parameter + " must be " + expected + ".", null, false, false);
        this.parameter = parameter;
    }

    private InvalidParameterException(String parameter, String message, boolean ignored) {
        super(message, null, false, false);
        this.parameter = parameter;
    }

    /** The same for a value that would be fine elsewhere; {@code message} is a whole sentence. */
    public static InvalidParameterException refused(String parameter, String message) {
        return new InvalidParameterException(parameter, message, true);
    }

    /** The name of the parameter. */
    public String parameter() {
        return parameter;
    }
}
