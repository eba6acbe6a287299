# The API server. Build: docker compose build
# By digest, so that nobody can put another image under the name. A newer one:
#   docker buildx imagetools inspect python:3.13-slim-trixie --format '{{.Manifest.Digest}}'
ARG PYTHON=python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
FROM ${PYTHON} AS build
WORKDIR /src
# With LOCK=otel there are traces (docs/operating.md).
ARG LOCK=run
COPY requirements-${LOCK}.lock ./
RUN python -m venv /opt/nought && /opt/nought/bin/pip install --no-cache-dir --no-compile --require-hashes -r requirements-${LOCK}.lock
COPY requirements-build.lock ./
RUN python -m venv /opt/build && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY . .
# Without isolation, in which pip would fetch the build backend anew and check no hash.
RUN /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /opt/wheel . && \
    /opt/nought/bin/pip install --no-cache-dir --no-compile --no-deps /opt/wheel/nought-*.whl
# By content, not by time: some engines copy files with other times, and every start would compile them anew.
RUN /opt/nought/bin/python -m compileall -qf --invalidation-mode unchecked-hash /opt/nought/lib

FROM ${PYTHON}
# Pango writes the PDFs, in DejaVu; the fonts for Tamil and Sinhala are the site's own.
RUN apt-get update && apt-get install -y --no-install-recommends \
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10304 --no-create-home nought && \
    install -d -m 700 -o nought /var/lib/nought-keys
COPY --from=build /opt/nought /opt/nought
ENV PATH=/opt/nought/bin:$PATH PYTHONUNBUFFERED=1
USER nought
EXPOSE 8304
# Whether the server lives, not whether Postgres answers (/ready): a server that waits for Postgres needs no restart.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=5 \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8304/health', timeout=2)"]
CMD ["nought", "serve", "--host", "0.0.0.0", "--port", "8304"]
