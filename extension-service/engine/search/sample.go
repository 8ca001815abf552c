package search

import (
	"context"
	"math"
	"slices"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// Sample is what one of the frequent comparisons looks at: whatever was changed at an instant or since, and one of so
// many equal stretches of all ids. Part counts from 0.
type Sample struct {
	Since       time.Time
	Part, Parts int64
}

// SampleResult is what one has found.
type SampleResult struct {
	Checked   int64
	Differing []Difference // without what was written by hand
}

// DriftOf compares some documents of the index being read and returns those that stay different while the relay gets
// time to write what is on its way. It answers NOT_FOUND for an unknown type.
func (x *Indexes) DriftOf(ctx context.Context, typ string, g Sample) (SampleResult, error) {
	src, err := x.source(typ)
	if err != nil {
		return SampleResult{}, err
	}
	index, _, err := x.reading(ctx, typ)
	if err != nil {
		return SampleResult{}, err
	}
	var out SampleResult
	r := Report{Type: typ, Index: index, Counts: map[Drift]int64{}}
	suspects, err := x.compareSpan(ctx, src, &r, g)
	if err != nil {
		return out, unavailable(err)
	}
	changed, err := src.Changed(role.AsSystem(ctx, "index"), g.Since)
	if err != nil {
		return out, err
	}
	out.Checked = r.Counts[OK] + int64(len(suspects)+len(changed))
	out.Differing, err = x.awaitEqual(ctx, typ, index, append(suspects, changed...))
	out.Differing = slices.DeleteFunc(out.Differing, func(d Difference) bool { return !slices.Contains(drifted, d.Kind) })
	return out, unavailable(err)
}

// compareSpan counts the equal documents of one of the stretches and returns the ids of all others there.
func (x *Indexes) compareSpan(ctx context.Context, src Source, r *Report, g Sample) ([]int64, error) {
	part, err := x.share(ctx, r.Index, g)
	if err != nil {
		return nil, err
	}
	var out []int64
	err = eachPage(ctx, walk{Source: src, span: part, size: pageSize}, func(p page) error {
		suspects, err := x.suspects(ctx, r, p)
		out = append(out, suspects...)
		return err
	})
	return out, err
}

// share says which ids are one of so many equal parts, the last of which has no end.
func (x *Indexes) share(ctx context.Context, index string, g Sample) (span, error) {
	page, err := x.Engine.Query(ctx, index, Query{Sort: []Sort{{Field: "id", Desc: true}}, Size: 1, NoTotal: true})
	if err != nil {
		return span{}, err
	}
	var last int64
	if len(page.Hits) > 0 {
		last = page.Hits[0].ID
	}
	out := span{last / g.Parts * g.Part, last / g.Parts * (g.Part + 1)}
	if g.Part == g.Parts-1 {
		out.upTo = math.MaxInt64
	}
	return out, nil
}
