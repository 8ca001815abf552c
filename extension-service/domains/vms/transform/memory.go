//go:build !race

package transform

import "syscall"

// isRace says whether this is built to look for races.
const isRace = false

// limitMemory has the system refuse this process more than a mapping may have.
func limitMemory() error {
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: maxMemory, Max: maxMemory})
}
