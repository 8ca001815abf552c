package pools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
)

// searches lists the saved views that look for one of the pools, and lets them look for another one unless that is 0.
func (s *Service) searches(ctx context.Context, from []int64, to int64) (out []Search, err error) {
	err = s.deps.EachQuery(ctx, func(owner int64, key, query string) string {
		rest, had := repointed(query, from, to)
		if had == 0 {
			return query
		}
		out = append(out, Search{Owner: owner, Key: key, Mark: markOf(rest), PoolID: had})
		if to == 0 {
			return query
		}
		return rest
	})
	return out, err
}

// restoreSearches lets saved views look again for the pools that they looked for, and counts those that have been
// changed since.
func (s *Service) restoreSearches(ctx context.Context, moved []Search) (changed int, err error) {
	left := slices.Clone(moved)
	err = s.deps.EachQuery(ctx, func(owner int64, key, query string) string {
		mark := markOf(query)
		at := slices.IndexFunc(left, func(m Search) bool { return m.Owner == owner && m.Key == key && m.Mark == mark })
		if at < 0 {
			return query
		}
		had := left[at].PoolID
		left = slices.Delete(left, at, at+1)
		rest, _ := repointed(query, nil, had)
		return rest
	})
	return len(left), err
}

// markOf tells a query from others without saying what it looks for, which may be somebody.
func markOf(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:])
}

// repointed is the query of a list that looks for another pool instead, and for which of the pools it looked; 0: for
// none of them. Without pools it is whichever it looks for.
func repointed(query string, from []int64, to int64) (rest string, had int64) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return query, 0
	}
	var filter map[string]any
	if json.Unmarshal([]byte(values.Get("filter")), &filter) != nil {
		return query, 0
	}
	id, ok := filter["poolId"].(float64)
	if !ok || len(from) > 0 && !slices.Contains(from, int64(id)) {
		return query, 0
	}
	filter["poolId"] = to
	text, err := json.Marshal(filter)
	if err != nil {
		return query, 0
	}
	values.Set("filter", string(text))
	return values.Encode(), int64(id)
}
