package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// processStat is what the system knows of a process.
type processStat struct {
	parent     int
	own, ended time.Duration // processor time: its own, and that of its children that have ended
}

// readStat reads it; a process that has ended has none.
func readStat(id int) (s processStat, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	if err != nil {
		return s, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	var numbers [5]int
	for i, at := range []int{1, 11, 12, 13, 14} {
		if numbers[i], err = strconv.Atoi(fields[at]); err != nil {
			return s, err
		}
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux that people run
	s.parent = numbers[0]
	s.own, s.ended = time.Duration(numbers[1]+numbers[2])*tick, time.Duration(numbers[3]+numbers[4])*tick
	return s, nil
}

// hasEnded says whether a process was gone when it was looked at.
func hasEnded(err error) bool { return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) }
