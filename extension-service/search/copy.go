package search

import (
	"context"
	"slices"
	"sync"
)

// copy reads rows while those before them are being written.
func (b *build) copy(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	parts := make(chan part)
	var reader sync.WaitGroup
	var failed error
	reader.Go(func() {
		defer close(parts)
		failed = b.readParts(reading, parts)
	})
	defer reader.Wait()
	defer stop()
	for p := range parts {
		if err := b.alive(ctx); err != nil {
			return err
		}
		if err := b.Engine.Write(ctx, b.name, p.docs); err != nil {
			return err
		}
		b.done += p.ids
		b.report(b.done, b.total)
	}
	if failed != nil {
		return failed
	}
	return b.Engine.Finish(ctx, b.name, func() error { return b.alive(ctx) })
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
	err := b.eachPage(ctx, b.src, 0, func(one page) error {
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
		ids = slices.DeleteFunc(slices.Sorted(slices.Values(differing)), func(id int64) bool {
			_, found := slices.BinarySearch(p.ids, id)
			return !found
		})
	}
	return b.load(ctx, b.typ, ids)
}
