// Package resource turns one declaration into a vertical slice: endpoints, validation, permission checks, OpenAPI,
// metadata for the panel, index documents and the keys of its texts. It imports no domain and no web framework.
package resource
