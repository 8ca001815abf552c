package fault

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a mistake of ours that ended the work of somebody, and nobody else's.
type PanicError struct {
	In    string
	Value any
	stack []byte
}

// Panicked makes an error of what recover has returned. It is called where that was, so that it knows how it came to
// it.
func Panicked(in string, value any) error {
	return &PanicError{In: in, Value: value, stack: debug.Stack()}
}

func (p *PanicError) Error() string {
	return fmt.Sprintf("panic in %s: %v\n%s", p.In, p.Value, p.stack)
}
