package search

import (
	"context"
	"math"
	"slices"

	"poolkeeper.example/extension-service/role"
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

// eachPage walks the ids of a client, or of all when clientID is 0. The last page reaches to the end of all ids.
func (x *Indexes) eachPage(ctx context.Context, src Source, clientID int64, visit func(page) error) error {
	return x.eachPageOf(ctx, everything, func(ctx context.Context, after int64) ([]int64, error) {
		return src.IDs(ctx, clientID, after, pageSize)
	}, visit)
}

// eachPageOf walks the ids of a stretch, as next tells up to pageSize of them after one. The last page reaches to its end.
func (x *Indexes) eachPageOf(ctx context.Context, all span, next func(ctx context.Context, after int64) ([]int64, error), visit func(page) error) error {
	ctx = role.AsSystem(ctx, "index")
	for after := all.after; ; {
		ids, err := next(ctx, after)
		if err != nil {
			return err
		}
		p := page{after: after, upTo: all.upTo}
		if n := len(ids); n == pageSize {
			p.upTo = min(ids[n-1], all.upTo)
		}
		beyond, _ := slices.BinarySearch(ids, p.upTo)
		if beyond < len(ids) && ids[beyond] == p.upTo {
			beyond++
		}
		p.ids = ids[:beyond]
		if err := visit(p); err != nil {
			return err
		}
		if p.upTo == all.upTo {
			return nil
		}
		after = p.upTo
	}
}

// eachHit walks the documents of an index by id.
func (x *Indexes) eachHit(ctx context.Context, index string, q Query, visit func(Hit) error) error {
	q.Sort, q.Size, q.NoTotal = []Sort{{Field: "id"}}, pageSize, true
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
		if len(found.Hits) < pageSize || q.UpTo > 0 && q.After >= q.UpTo {
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
	if err := x.eachPage(ctx, src, clientID, func(p page) error { total += int64(len(p.ids)); return nil }); err != nil {
		return err
	}
	err = x.eachPage(ctx, src, clientID, func(p page) error {
		versions := make(map[int64]int64, len(p.ids))
		for _, id := range p.ids {
			versions[id] = 0
		}
		// A document of this client that is not among the rows: the tombstone takes its version, or the row is another's now.
		err := x.eachHit(ctx, live, Query{ClientIDs: []int64{clientID}, After: p.after, UpTo: p.upTo, Bare: true}, func(h Hit) error {
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
