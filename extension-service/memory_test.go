package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// The service once worked at a limit below what it held, and spent three quarters of its time on collecting.
func TestMemoryLimit_LargeLiveHeap_LeavesRoomForTheCollector(t *testing.T) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
	debug.SetGCPercent(percent)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	const size = 200 << 20
	followed := make(chan int64, 100)
	afterCollections(func() { followed <- limitFor(liveHeap()) })
	live := make([]byte, size)
	for until := time.Now().Add(10 * time.Second); ; {
		runtime.GC()
		if got := <-followed; got >= size+room {
			break
		}
		if time.Now().After(until) {
			t.Fatal("the limit does not follow what lives")
		}
	}
	runtime.KeepAlive(live)
}

// An hour of work once left a service that did nothing with twice what it needed, for minutes.
func TestMemory_AtRest_IsReturnedToTheSystem(t *testing.T) {
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	var w restMemory
	w.giveBack()
	made := make([]byte, 10*spare)
	runtime.KeepAlive(made)
	w.giveBack()
	if systemBytes() < 10*spare {
		t.Fatal("it was given back although there was work")
	}
	w.giveBack()
	if got, most := systemBytes(), liveHeap()+spare; got > most {
		t.Errorf("at rest the runtime holds %d bytes, more than %d", got, most)
	}
}

// A service that did nothing once collected every five seconds what it could not free: stacks, and room for the next
// work.
func TestMemory_WhatCannotBeFreed_IsTriedOnce(t *testing.T) {
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	end := make(chan struct{})
	t.Cleanup(func() { close(end) })
	const stack = 32 << 10
	for range 4 * spare / stack {
		started := make(chan struct{})
		go func() {
			var deep [stack / 2]byte
			close(started)
			<-end
			runtime.KeepAlive(&deep)
		}()
		<-started
	}
	var w restMemory
	w.giveBack()
	w.giveBack()
	before := counted("/gc/cycles/total:gc-cycles")
	for range 3 {
		w.giveBack()
	}
	if n := counted("/gc/cycles/total:gc-cycles") - before; n > 0 {
		t.Errorf("%d collections at rest", n)
	}
}
