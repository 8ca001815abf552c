package app

import (
	"bufio"
	"errors"
	"io"
)

// stream makes a body of what write says. A failure comes after the status line, so it is logged here and the client
// sees a transfer that ends too early; a client that leaves makes the next write fail.
func (e *edge) stream(write func(io.Writer) error, id string, k *call) io.ReadCloser {
	out, in := io.Pipe()
	k.stream()
	go func() {
		buffered := bufio.NewWriterSize(in, streamBuffer)
		err := safeWrite(write, buffered)
		if err != nil && !errors.Is(err, io.ErrClosedPipe) && !k.hasLeft() {
			e.metrics.Failed(err)
			e.log.Error("stream", "requestId", id, "err", err)
		}
		k.err = err
		_ = buffered.Flush() // what came before a failure; it fails only when the reader is gone
		k.finish()
		_ = in.CloseWithError(err)
	}()
	return out
}

const streamBuffer = 64 << 10

func safeWrite(write func(io.Writer) error, w io.Writer) (err error) {
	defer recovered(&err)
	return write(w)
}
