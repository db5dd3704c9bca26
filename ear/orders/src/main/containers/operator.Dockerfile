# The operator's command line, without the embedded servers: migrate, rebuild, verify, dlq, outbox, lag, projections.
# Built from the project's folder; see docs/servers/containers.md.
ARG JAVA=17.0.19_10-jre-noble
FROM eclipse-temurin:${JAVA}

COPY ear/dev/target/lib/ /opt/antiphon/lib/
COPY ear/dev/target/antiphon-dev-*.jar /opt/antiphon/lib/
COPY projector/orders/target/orders-projector-*.war /opt/antiphon/projector.war

# Nobody in particular, who owns no file; a rebuild unpacks the war into /tmp.
USER 10001:10001
ENV HOME=/tmp \
    ANTIPHON_PROJECTOR_WAR=/opt/antiphon/projector.war
WORKDIR /tmp
STOPSIGNAL SIGTERM
ENTRYPOINT ["java", \
    "-XX:MaxRAMPercentage=60", \
    "-XX:+ExitOnOutOfMemoryError", \
    "-XX:+UseSerialGC", \
    "-Dfile.encoding=UTF-8", \
    "-cp", "/opt/antiphon/lib/*", \
    "dev.antiphon.dev.Main"]
CMD ["--help"]
