package dev.antiphon.query;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A PostgreSQL with the framework's watermark table and one read table, started once for all tests of the module. */
public final class ReadDatabase {

    private static final EmbeddedPostgres SERVER = start();

    private ReadDatabase() {}

    /** With empty tables. */
    public static DataSource empty() {
        run("""
                drop schema if exists antiphon cascade;
                create schema antiphon;
                create table antiphon.watermark (
                    projection text, aggregate_id text, aggregate_version bigint not null,
                    applied_at timestamptz not null default now(), primary key (projection, aggregate_id));
                create table antiphon.projection_version (
                    projection text not null, version int not null, key text not null, active boolean not null);
                create table antiphon.change (
                    id bigint generated always as identity primary key, projection text not null,
                    aggregate_id text not null, aggregate_version bigint not null, event_type text not null);
                create table antiphon.change_horizon (era text not null, forgotten_to bigint not null);
                insert into antiphon.change_horizon values ('first', 0);
                drop table if exists order_summary;
                create table order_summary (
                    order_id text primary key, status text, customer_id text, total_minor bigint, line_count int,
                    ordered_at timestamptz, version bigint not null)""");
        return SERVER.getPostgresDatabase();
    }

    /** Runs statements as the owner. */
    public static void run(String sql) {
        try (var connection = SERVER.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static EmbeddedPostgres start() {
        try {
            var server = EmbeddedPostgres.builder().start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
