package store

import "poolkeeper.example/extension-service/platform/canonical"

// Fold is the one form in which texts are searched and sorted ("Search", folding), see canonical.Fold. Columns named
// …_fold hold it.
func Fold(s string) string { return canonical.Fold(s) }
