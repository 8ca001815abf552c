package mail

import (
	"context"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/store"
)

// ConcerningQuery asks for the mails about records that the caller can see, and for those to one address.
type ConcerningQuery struct {
	About  map[string][]int64 // ids by the kind of record
	To     string             // an address; "" for none
	Before int64              // mails with a lower id; 0: the newest
	Limit  int64
}

// Concerning lists mails, newest first. Of those to an address that are about other records, the caller is told those
// about a kind that it reads whole.
func (s *Service) Concerning(ctx context.Context, q ConcerningQuery) ([]Message, error) {
	var args store.Args
	rest := ""
	if q.Before > 0 {
		rest = " AND m.id < " + args.Add(q.Before)
	}
	rest += " ORDER BY m.id DESC LIMIT " + args.Add(q.Limit)
	var parts []string
	part := func(where string) {
		parts = append(parts, "SELECT id FROM (SELECT m.id FROM mails m WHERE "+where+rest+") p")
	}
	for _, entity := range slices.Sorted(maps.Keys(q.About)) {
		if ids := q.About[entity]; len(ids) > 0 {
			part("m.entity = " + args.Add(entity) + " AND m.entity_id IN " + store.OneOf(ids, args.Add))
		}
	}
	if q.To != "" {
		part("m.recipient_key = " + args.Add(addressKey(q.To)) + " AND m.entity IN " + store.OneOf(s.readKinds(ctx),
			args.Add))
	}
	if len(parts) == 0 {
		return nil, nil
	}
	found, err := s.find(ctx, "m.id IN ("+strings.Join(parts,
		" UNION ALL ")+") ORDER BY m.id DESC LIMIT "+args.Add(q.Limit), args...)
	out := make([]Message, len(found))
	for i, r := range found {
		out[i] = r.message()
	}
	return out, err
}

// readKinds are the kinds of records of which the caller reads every one.
func (s *Service) readKinds(ctx context.Context) (out []string) {
	for _, kind := range kinds().Values {
		if s.Reads(ctx, kind) {
			out = append(out, kind)
		}
	}
	return out
}
