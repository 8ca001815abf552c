//go:build demo || tree

package main

import (
	"os"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/engine/admin/source"
	"poolkeeper.example/extension-service/engine/store"
)

// readTree takes texts, migrations and the tags of fields from the working tree that make dev names, not from the
// binary.
func readTree() {
	if root := os.Getenv("TREE"); root != "" {
		directusschema.ReadTree(root)
		store.ReadTree(root)
		source.ReadTags()
	}
}
