// Package guide follows docs/resources.md to the letter, in a copy of the tree: its commands, changes, calls and
// mistakes.
package guide
