package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// report gathers what the phases of a start find wrong, so that whoever made several mistakes hears of all of them at
// once.
type report struct {
	lock     sync.Mutex
	mistakes []string
	panics   []string
}

// runPhase adds what one phase finds. A panic counts where nothing else is wrong: behind a mistake it mostly follows
// from that.
func (r *report) runPhase(find func() error) {
	defer func() {
		if x := recover(); x != nil {
			r.lock.Lock()
			defer r.lock.Unlock()
			r.panics = append(r.panics, fmt.Sprintf("%s: a declaration panics: %v", resource.PanickedAt(), x))
		}
	}()
	r.add(find())
}

// isCutShort says whether a phase did not come to its end.
func (r *report) isCutShort() bool { return len(r.panics) > 0 }

func (r *report) add(errs ...error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, err := range errs {
		r.mistakes = append(r.mistakes, each(err)...)
	}
}

// each is every error that others were joined of.
func each(err error) (out []string) {
	if err == nil {
		return nil
	}
	joined, is := err.(interface{ Unwrap() []error })
	if !is {
		return []string{err.Error()}
	}
	for _, one := range joined.Unwrap() {
		out = append(out, each(one)...)
	}
	return out
}

// err is the report in the order of the places it names; nil where nothing is wrong.
func (r *report) err() error {
	found := r.mistakes
	if len(found) == 0 {
		found = r.panics
	}
	found = slices.Compact(slices.Sorted(slices.Values(found)))
	switch len(found) {
	case 0:
		return nil
	case 1:
		return errors.New("declarations: " + found[0])
	}
	return fmt.Errorf("declarations: %d mistakes\n  %s", len(found), strings.Join(found, "\n  "))
}

// placedCall is a call with what declares it.
type placedCall struct {
	resource.Endpoint

	at, by string // file and line, where they are known
}

// placedCalls are the calls of all resources, with their declarations, and then the others.
func (s *Service) placedCalls(others ...resource.Endpoint) (out []placedCall) {
	for _, r := range s.Registry.All() {
		about := r.Facts()
		for _, e := range r.Endpoints() {
			out = append(out, placedCall{e, about.At, fmt.Sprintf("resource %q (%s)", about.Name, about.At)})
		}
	}
	for _, e := range others {
		out = append(out, placedCall{e, "", "the call " + e.Name})
	}
	return out
}

// distinct refuses two calls under one name or one address, and says of both where they are declared.
func distinct(calls []placedCall) error {
	var errs []error
	first := map[string]placedCall{}
	for _, e := range calls {
		for _, what := range []string{"two calls at " + e.Method + " " + e.Path, "two calls named " + e.Name} {
			one, taken := first[what]
			if !taken {
				first[what] = e
				continue
			}
			errs = append(errs, fmt.Errorf("%s: %s: %s and %s: give one of them another path or name",
				cmp.Or(e.at, one.at, "the service"), what, one.by, e.by))
		}
	}
	return errors.Join(errs...)
}
