//go:build !demo && !tree

package main

const isForDevelopment = false

// readTree does nothing: what a binary for production says is in it.
func readTree() {}
