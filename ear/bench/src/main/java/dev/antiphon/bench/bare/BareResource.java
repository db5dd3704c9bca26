package dev.antiphon.bench.bare;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** The row of one order by plain JDBC, through the same pool as the read side's; JSON as the server makes it. */
@Path("")
@Produces(MediaType.APPLICATION_JSON)
public class BareResource {

    private static final String SELECT = """
            select order_id, kind, status, customer_id, currency, total_minor, line_count, item_count, ordered_at,
                   version, updated_at
            from order_summary where order_id = ?""";

    private static final DataSource DATA_SOURCE = find();

    /** The row. */
    public static class Row {
        public String orderId;
        public String kind;
        public String status;
        public String customerId;
        public String currency;
        public long totalMinor;
        public int lineCount;
        public long itemCount;
        public Instant orderedAt;
        public long version;
        public Instant updatedAt;
    }

    @GET
    @Path("orders/{id}")
    public Row order(@PathParam("id") String id) throws SQLException {
        try (var connection = DATA_SOURCE.getConnection();
                var statement = connection.prepareStatement(SELECT)) {
            statement.setString(1, id);
            try (var result = statement.executeQuery()) {
                if (!result.next()) {
                    throw new NotFoundException();
                }
                var row = new Row();
                row.orderId = result.getString(1);
                row.kind = result.getString(2);
                row.status = result.getString(3);
                row.customerId = result.getString(4);
                row.currency = result.getString(5);
                row.totalMinor = result.getLong(6);
                row.lineCount = result.getInt(7);
                row.itemCount = result.getLong(8);
                row.orderedAt = result.getObject(9, OffsetDateTime.class).toInstant();
                row.version = result.getLong(10);
                row.updatedAt = result.getObject(11, OffsetDateTime.class).toInstant();
                return row;
            }
        }
    }

    /** Asked before the server counts as started. */
    @GET
    @Path("health/ready")
    public String ready() {
        return "{\"status\":\"UP\"}";
    }

    private static DataSource find() {
        try {
            return InitialContext.doLookup("jdbc/query");
        } catch (NamingException e) {
            throw new IllegalStateException("The server has no data source jdbc/query", e);
        }
    }
}
