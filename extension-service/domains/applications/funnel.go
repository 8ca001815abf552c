package applications

import (
	"context"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/store"
)

const (
	funnelDays  = 90
	funnelWeeks = 8
	day         = 24 * time.Hour
	week        = 7 * day
)

// funnelIndex holds all that the funnel reads of an application made in some period. It is one of those alone that were
// made at all, so that a list, which does not say so, never goes by it.
const funnelIndex = "applications_funnel_idx"

type funnelPlace struct{ key, filter, column, index string }

// createdFrom is the filter of the list for when an application was made.
const createdFrom = "createdFrom"

// funnelSteps are the steps from applied to hired. Filter is that of the list for when an application came to a step.
// Column is the same, where its weeks are counted, by an index.
var funnelSteps = []funnelPlace{
	{"applied", createdFrom, "created", funnelIndex},
	{"confirmed", "confirmedFrom", "", ""},
	{"sent", "sentFrom", "sent_at", "applications_sent_at_idx"},
	{"hired", "hiredFrom", "hired_at", "applications_hired_at_idx"},
}

// Funnel says how far the applications came that were made since a date, as of CountedAt: of each step how many reached
// it.
type Funnel struct {
	Since     date.Date    `json:"since"`
	CountedAt time.Time    `json:"countedAt"`
	Steps     []FunnelStep `json:"steps"`
}

// FunnelStep is one step. MedianHours is the time from the step before that an application reached to this one; nil
// when none reached it. Weeks counts the applications that reached it in each of the last eight weeks of seven days up
// to and including today (UTC), the oldest first, whenever they were made; of the confirmed they are not counted. Link
// leads to those that stand there now.
type FunnelStep struct {
	Key         string  `json:"key"`
	Link        string  `json:"link"`
	Count       int64   `json:"count"`
	MedianHours *int64  `json:"medianHours"`
	Weeks       []int64 `json:"weeks,omitempty"`
	WeekLink    string  `json:"weekLink,omitempty"`
}

type funnelFilter struct {
	ClientID *int64 `query:"clientId" kind:"ref:client"`
	MSPID    *int64 `query:"mspId"    kind:"ref:msp"`
}

// funnelKey is all that a funnel depends on but the applications.
type funnelKey struct {
	scope           string // the condition that keeps to the scope of whoever asks
	tomorrow        int64  // when the last day ends that is counted, in milliseconds
	clientID, mspID int64
	byClient, byMSP bool
}

// filter is the condition of a key on the rows that an instant of some column selects, with that column's lower bound.
func (k funnelKey) filter(column string, from time.Time) (string, store.Args) {
	args := store.Args{from.UnixMilli()}
	text := "a." + column + " >= $1 AND a.created > 0 AND a.deleted_at IS NULL AND " + k.scope
	if k.byClient {
		text += " AND a.client_id = " + args.Add(k.clientID)
	}
	if k.byMSP {
		text += " AND a.msp_id = " + args.Add(k.mspID)
	}
	return text, args
}

func (k funnelKey) end() time.Time { return time.UnixMilli(k.tomorrow).UTC() }

func (k funnelKey) periodStart() time.Time { return k.end().Add(-funnelDays * day) }

// funnel answers "Dashboard" with the applications in the caller's scope, of a client and of an MSP if asked for. Where
// there are so many that they take long to count, the answer may be a minute old, or ten while the next one is counted.
// NOT_FOUND when the caller cannot see the client.
func (s *Service) funnel(ctx context.Context, in funnelFilter) (Funnel, error) {
	key := funnelKey{
		scope: store.WithinScope(ctx, "a"), tomorrow: s.Now().UTC().Truncate(day).Add(day).UnixMilli(),
	}
	filters := map[string]any{}
	if in.ClientID != nil {
		client, err := s.deps.Clients.Get(ctx, *in.ClientID)
		if err != nil {
			return Funnel{}, err
		}
		key.clientID, key.byClient = client.ID, true
		filters["clientName"] = client.Name
	}
	if in.MSPID != nil {
		key.mspID, key.byMSP = *in.MSPID, true
		filters["mspId"] = key.mspID
	}
	steps, at, err := s.funnels.Get(ctx, key)
	return Funnel{Since: date.FromTime(key.periodStart()), CountedAt: at, Steps: linkSteps(steps, key, filters)}, err
}

// linkSteps adds the lists of what is counted to the steps, which others may share.
func linkSteps(counted []FunnelStep, key funnelKey, filters map[string]any) []FunnelStep {
	since, lastWeek := date.FromTime(key.periodStart()), date.FromTime(key.end().Add(-week))
	listedWith := func(more map[string]any) string {
		maps.Copy(more, filters)
		return dashboard.Filtered(listRoute, more)
	}
	out := slices.Clone(counted)
	for i, step := range funnelSteps {
		out[i].Link = listedWith(map[string]any{createdFrom: since, step.filter: since})
		if step.column != "" {
			out[i].WeekLink = listedWith(map[string]any{step.filter: lastWeek})
		}
	}
	return out
}

func (s *Service) countFunnel(ctx context.Context, key funnelKey) ([]FunnelStep, error) {
	reached, err := s.reachedSteps(ctx, key)
	if err != nil {
		return nil, err
	}
	out := make([]FunnelStep, 0, len(funnelSteps))
	for i, step := range funnelSteps {
		var weeks []int64
		if step.column != "" {
			if weeks, err = s.weeklyCounts(ctx, key, step); err != nil {
				return nil, err
			}
		}
		out = append(out, FunnelStep{
			Key: step.key, Count: reached[i].count, MedianHours: medianHours(reached[i].took), Weeks: weeks,
		})
	}
	return out, nil
}

// reachedStep counts who reached a step, and how long each took from the step before, in milliseconds.
type reachedStep struct {
	count int64
	took  []int64
}

func (s *Service) reachedSteps(ctx context.Context, key funnelKey) ([]reachedStep, error) {
	out := make([]reachedStep, len(funnelSteps))
	instants := make([]int64, len(funnelSteps)) // 0: not reached
	into := make([]any, len(instants))
	for i := range instants {
		into[i] = &instants[i]
	}
	where, args := key.filter("created", key.periodStart())
	err := s.DB().Each(ctx, into, func() error {
		addInstants(out, instants)
		return nil
	}, `
		SELECT a.created, coalesce(a.confirmed_at, 0), coalesce(a.sent_at, 0), coalesce(a.hired_at, 0)
		  FROM applications a`+s.DB().IndexedBy(funnelIndex)+`
		 WHERE `+where, args...)
	return out, err
}

// addInstants counts one application, by when it came to each step.
func addInstants(to []reachedStep, instants []int64) {
	before := instants[0]
	for i, at := range instants {
		if at == 0 {
			continue
		}
		to[i].count++
		if i > 0 {
			to[i].took = append(to[i].took, max(0, at-before))
		}
		before = at
	}
}

// medianHours is the middle of some times in milliseconds, rounded down to hours; the lower of two middles.
func medianHours(took []int64) *int64 {
	if len(took) == 0 {
		return nil
	}
	slices.Sort(took)
	hours := took[(len(took)-1)/2] / time.Hour.Milliseconds()
	return &hours
}

// weeklyCounts counts what came to a step in each of the last weeks, the oldest first.
func (s *Service) weeklyCounts(ctx context.Context, key funnelKey, to funnelPlace) ([]int64, error) {
	out := make([]int64, funnelWeeks)
	where, args := key.filter(to.column, key.end().Add(-funnelWeeks*week))
	until, length := args.Add(key.tomorrow), args.Add(week.Milliseconds())
	var at, count int64
	err := s.DB().Each(ctx, []any{&at, &count}, func() error {
		out[at] = count
		return nil
	}, `
		SELECT (a.`+to.column+` - $1) / `+length+` AS week, count(*)
		  FROM applications a`+s.DB().IndexedBy(to.index)+`
		 WHERE `+where+`
		   AND a.`+to.column+` < `+until+`
		 GROUP BY 1`, args...)
	return out, err
}
