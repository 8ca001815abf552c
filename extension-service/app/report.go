package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	absent   []string // resources whose declarations may be those that panic
}

// runDeclaration adds what makes a declaration panic. The others are declared all the same.
func (r *report) runDeclaration(declare func()) {
	defer func() {
		if x := recover(); x != nil {
			absent, mistake := resource.PanicMistake(x)
			r.add(mistake)
			r.absent = append(r.absent, absent...)
		}
	}()
	declare()
}

// runPhase adds what one phase finds. A panic counts where nothing else is wrong: behind a mistake it mostly follows
// from that.
func (r *report) runPhase(find func() error) {
	defer func() {
		if x := recover(); x != nil {
			_, mistake := resource.PanicMistake(x)
			r.lock.Lock()
			defer r.lock.Unlock()
			r.panics = append(r.panics, each(mistake)...)
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
	found = slices.Compact(slices.SortedFunc(slices.Values(found), compareByPlace))
	switch len(found) {
	case 0:
		return nil
	case 1:
		return errors.New("declarations: " + found[0])
	}
	return fmt.Errorf("declarations: %d mistakes\n  %s", len(found), strings.Join(found, "\n  "))
}

// compareByPlace orders mistakes by the files they name, and then by the lines as numbers.
func compareByPlace(a, b string) int {
	inA, lineA := placeOf(a)
	inB, lineB := placeOf(b)
	return cmp.Or(cmp.Compare(inA, inB), cmp.Compare(lineA, lineB), cmp.Compare(a, b))
}

func placeOf(mistake string) (file string, line int) {
	file, after, _ := strings.Cut(mistake, ":")
	number, _, _ := strings.Cut(after, ":")
	line, _ = strconv.Atoi(number) // 0 where the place is no file
	return file, line
}

// placedCall is a call with what declares it.
type placedCall struct {
	resource.Endpoint

	of resource.Resource // nil: of the service itself
}

// at is file and line of what declares the path.
func (c placedCall) at() string {
	if c.of == nil {
		return ""
	}
	return c.of.Declared().LineOf("Path")
}

// declaredBy is what declares the call.
func (c placedCall) declaredBy() string {
	if c.of == nil {
		return "the call " + c.Name
	}
	return fmt.Sprintf("resource %q (%s)", c.of.Facts().Name, c.at())
}

// placedCalls are the calls of all resources, with their declarations, and then the others.
func (s *Service) placedCalls(others ...resource.Endpoint) (out []placedCall) {
	for _, r := range s.Registry.All() {
		for _, e := range r.Endpoints() {
			out = append(out, placedCall{e, r})
		}
	}
	for _, e := range others {
		out = append(out, placedCall{e, nil})
	}
	return out
}

// distinct refuses two calls under one name or one address, and says of both where they are declared.
func distinct(calls []placedCall) error {
	var errs []error
	first := map[string]placedCall{}
	for _, e := range calls {
		for _, what := range []string{"two calls at " + e.Method + " " + e.Path, "two calls named " + e.Name} {
			one, isRepeated := first[what]
			if !isRepeated {
				first[what] = e
				continue
			}
			errs = append(errs, fmt.Errorf("%s: %s: %s and %s: give one of them another path or name",
				cmp.Or(e.at(), one.at(), "the service"), what, one.declaredBy(), e.declaredBy()))
		}
	}
	return errors.Join(errs...)
}
