// Package adminui holds the built panel for the binary to serve.
package adminui

import "embed"

// Dist is what `npm run build` wrote: index.html, hashed assets and their brotli twins. A checkout that was never
// built holds only a placeholder.
//
//go:embed all:dist
var Dist embed.FS
