# The operator's command line: migrate, topics, doctor, rebuild, verify, dlq, outbox, lag, projections.
# Built from the project's folder; see docs/servers/containers.md.
ARG JAVA=17.0.19_10-jre-noble
FROM eclipse-temurin:${JAVA}

COPY ear/dev/target/antiphon/ /opt/antiphon/
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
    "-jar", "/opt/antiphon/antiphon.jar"]
CMD ["--help"]
