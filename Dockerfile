# Two images: "product" is the binary with the panel inside, "content" is Directus with our schema and hook.

# What they are made of. deploy/digests writes these with their digests into .env, from where docker-compose.yml passes them on.
ARG PANEL_IMAGE=node:20.20.2-bookworm-slim
ARG SERVICE_IMAGE=golang:1.26.8-bookworm
ARG CONTENT_IMAGE=node:22.21.1-bookworm-slim
ARG PRODUCT_IMAGE=alpine:3.22.2

FROM $PANEL_IMAGE AS panel
WORKDIR /src/admin-ui
COPY admin-ui/package.json admin-ui/package-lock.json admin-ui/.npmrc ./
RUN npm ci
COPY admin-ui ./
RUN npm run build

FROM $SERVICE_IMAGE AS service
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY extension-service extension-service
COPY directus-schema directus-schema
COPY admin-ui admin-ui
COPY --from=panel /src/admin-ui/dist admin-ui/dist
RUN CGO_ENABLED=0 go build -trimpath -gcflags=all=-dwarf=false -ldflags=-s -o /extension-service ./extension-service

# Its native add-ons come ready made, and Node.js with the image.
FROM $CONTENT_IMAGE AS directus
WORKDIR /app/service
COPY directus-schema/service/package.json directus-schema/service/package-lock.json directus-schema/service/.npmrc ./
COPY directus-schema/service/sqlite3 sqlite3
COPY directus-schema/service/absent absent
COPY directus-schema/service/unused unused
RUN npm ci && rm -r node_modules/node-linux-*

FROM $CONTENT_IMAGE AS content
WORKDIR /app/service
COPY --from=directus /app/service/node_modules node_modules
COPY directus-schema /app
RUN install -d -m 700 -o node -g node /data
USER node
ENV DATA_DIR=/data CONTENT_HOST=0.0.0.0 CONTENT_PORT=8055
VOLUME /data
EXPOSE 8055
ENTRYPOINT ["node", "start.mjs"]

FROM $PRODUCT_IMAGE AS product
RUN apk add --no-cache postgresql17-client
RUN addgroup -g 10001 poolkeeper && adduser -D -H -u 10001 -G poolkeeper poolkeeper && install -d -m 700 -o poolkeeper /data /data/backups /data/mail /data/files /data/files/kept
COPY --from=service /extension-service /usr/local/bin/extension-service
# A number, so that a cluster that admits no root can tell. It writes to /data and /tmp alone; the rest may be read-only.
USER 10001:10001
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["extension-service", "healthcheck"]
ENTRYPOINT ["extension-service"]
CMD ["serve"]
