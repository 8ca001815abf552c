//go:build !race

package transform

import (
	"syscall"
	"time"
)

// isRace says whether this is built to look for races.
const isRace = false

// limitMemory has the system refuse this process more than a mapping may have.
func limitMemory() error {
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: maxMemory, Max: maxMemory})
}

// computed is for how long this process has computed.
func computed() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0 // never fails; the clock of whoever asked is left
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
