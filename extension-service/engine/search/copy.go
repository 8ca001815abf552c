package search

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"
)

// writers is how many write at once: an engine with one lock has them work out what is to be written beside each other.
const writers = 2

// copy reads rows while those before them are being written.
func (b *build) copy(ctx context.Context) error {
	work, copying := errgroup.WithContext(ctx)
	parts := make(chan part)
	work.Go(func() error {
		defer close(parts)
		return b.readParts(copying, parts)
	})
	for range writers {
		work.Go(func() error {
			for p := range parts {
				if err := b.writePart(copying, p); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	return b.Engine.Finish(ctx, b.name, func() error { return b.alive(ctx) })
}

func (b *build) writePart(ctx context.Context, p part) error {
	if err := b.alive(ctx); err != nil {
		return err
	}
	if err := b.Engine.Write(ctx, b.name, p.docs); err != nil {
		return err
	}
	b.guard.Lock()
	defer b.guard.Unlock()
	b.done += p.ids
	b.report(b.done, b.total)
	return nil
}

// part is what one write copies: the documents that the index lacks of so many ids.
type part struct {
	ids  int64
	docs []Document
}

// readParts reads everything that is to be copied.
func (b *build) readParts(ctx context.Context, parts chan<- part) error {
	var p part
	send := func() error {
		select {
		case parts <- p:
			p = part{}
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	err := eachPage(ctx, all(b.src), func(one page) error {
		docs, err := b.lacking(ctx, one)
		if err != nil {
			return err
		}
		p.ids, p.docs = p.ids+int64(len(one.ids)), append(p.docs, docs...)
		if p.ids < copied {
			return nil
		}
		return send()
	})
	if err == nil && p.ids > 0 {
		err = send()
	}
	return err
}

// lacking loads the documents of a page that the index does not have yet.
func (b *build) lacking(ctx context.Context, p page) ([]Document, error) {
	ids := p.ids
	if b.begun {
		differing, err := b.onOneSide(ctx, p)
		if err != nil {
			return nil, err
		}
		ids = slices.DeleteFunc(differing, func(id int64) bool {
			_, found := slices.BinarySearch(p.ids, id)
			return !found
		})
	}
	return b.load(ctx, b.typ, ids)
}
