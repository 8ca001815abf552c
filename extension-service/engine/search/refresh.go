package search

import (
	"context"
	"math"
	"slices"

	"poolkeeper.example/extension-service/platform/role"
)

// page is a run of ids of the database: every id above after and up to upTo.
type page struct {
	ids         []int64
	after, upTo int64
}

// span is a stretch of ids: every one above after and up to upTo.
type span struct{ after, upTo int64 }

// everything is the stretch of all ids.
var everything = span{0, math.MaxInt64}

// walk says which ids of a source are read, and how many make a page.
type walk struct {
	Source
	clientID int64 // 0 = those of all
	span
	size int
}

// all walks along all ids, in pages whose records are loaded.
func all(src Source) walk { return walk{Source: src, span: everything, size: pageSize} }

// walkIDs walks along all ids, in pages of nothing else: the longest an engine compares at once.
func walkIDs(src Source) walk { return walk{Source: src, span: everything, size: MaxWindow} }

// eachPage visits the pages of a walk. The last one reaches to the end of its span.
func eachPage(ctx context.Context, w walk, visit func(page) error) error {
	ctx = role.AsSystem(ctx, "index")
	for after := w.after; ; {
		ids, err := w.IDs(ctx, w.clientID, after, w.size)
		if err != nil {
			return err
		}
		p := page{after: after, upTo: w.upTo}
		if n := len(ids); n == w.size {
			p.upTo = min(ids[n-1], w.upTo)
		}
		beyond, _ := slices.BinarySearch(ids, p.upTo)
		if beyond < len(ids) && ids[beyond] == p.upTo {
			beyond++
		}
		p.ids = ids[:beyond]
		if err := visit(p); err != nil {
			return err
		}
		if p.upTo == w.upTo {
			return nil
		}
		after = p.upTo
	}
}

// eachHit walks the documents of an index by id.
func (x *Indexes) eachHit(ctx context.Context, index string, q Query, visit func(Hit) error) error {
	q.Sort, q.Size, q.NoTotal = []Sort{{Field: "id"}}, pageSize, true
	if q.IDsOnly {
		q.Size = MaxWindow
	}
	for {
		found, err := x.Engine.Query(ctx, index, q)
		if err != nil {
			return err
		}
		for _, h := range found.Hits {
			if err := visit(h); err != nil {
				return err
			}
			q.After = h.ID
		}
		if len(found.Hits) < q.Size || q.UpTo > 0 && q.After >= q.UpTo {
			return nil
		}
	}
}

// RefreshClient indexes the rows of one client again in place and takes out documents of that client whose record is
// gone or has moved. It answers NOT_FOUND for an unknown type.
func (x *Indexes) RefreshClient(ctx context.Context, typ string, clientID int64, o Options) error {
	src, err := x.source(typ)
	if err != nil {
		return err
	}
	if clientID <= 0 {
		return missing("client", clientID)
	}
	live, _, err := x.reading(ctx, typ)
	if err != nil {
		return err
	}
	var done, total int64
	rows := all(src)
	rows.clientID = clientID
	if err := eachPage(ctx, rows, func(p page) error { total += int64(len(p.ids)); return nil }); err != nil {
		return err
	}
	err = eachPage(ctx, rows, func(p page) error {
		versions := make(map[int64]int64, len(p.ids))
		for _, id := range p.ids {
			versions[id] = 0
		}
		// A document of this client that is not among the rows: the tombstone takes its version, or the row is another's now.
		err := x.eachHit(ctx, live, Query{ClientIDs: []int64{clientID}, After: p.after, UpTo: p.upTo, IDsOnly: true},
			func(h Hit) error {
				versions[h.ID] = h.Version
				return nil
			})
		if err != nil {
			return err
		}
		if err := x.publishVersions(ctx, typ, versions); err != nil {
			return err
		}
		done += int64(len(p.ids))
		o.report(done, total)
		return nil
	})
	return unavailable(err)
}
