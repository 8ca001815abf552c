// Package check holds the tests of the repository itself: its commands, its import arrows, its size budgets and the
// promises of its papers.
package check
