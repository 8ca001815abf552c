package app

import (
	"embed"
	"io/fs"
)

// distOf is the build's own folder within the embedded files.
func distOf(files embed.FS) (fs.FS, error) { return fs.Sub(files, "dist") }
