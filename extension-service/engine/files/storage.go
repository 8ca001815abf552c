package files

import (
	"context"
	"io"
	"time"
)

// Storage keeps bytes under names of ours: lower-case letters and digits, never anything a person typed.
type Storage interface {
	// Write keeps size bytes of body. It returns nil once they survive a power cut; until then nothing is found under
	// name.
	Write(ctx context.Context, name string, body io.Reader, size int64) error
	// Open reads what Put has kept; ErrMissing when there is nothing.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Delete removes what there is; nothing is no failure.
	Delete(ctx context.Context, name string) error
	// Each calls visit for every name with the time it was kept at, in no order.
	Each(ctx context.Context, visit func(name string, storedAt time.Time) error) error
}
