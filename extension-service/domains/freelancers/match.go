package freelancers

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
)

// Sought is what is known of somebody who may have a record.
type Sought struct {
	System, ExternalID      string // how another system knows them
	Email, MobileNumber     string
	FirstName, LastName     string
	LinkedinHandle, City    string
	name, local, folded, at string
}

// Matched is whose record that is.
type Matched struct {
	ID         int64   // the one; 0: nobody's, or it cannot be told
	Candidates []int64 // who it may be
	IsSeveral  bool    // a rule holds for several of them; otherwise they only resemble
	HasEmail   int64   // whose address it is, confirmed or not
}

// Match finds the records of many at once by "Matching and conflicts", whoever asks. Some queries answer for all.
func (s *Service) Match(ctx context.Context, people []Sought) ([]Matched, error) {
	m := &matching{s: s, people: people, out: make([]Matched, len(people))}
	for i := range people {
		p := &people[i]
		p.name = strings.TrimSpace(p.FirstName + " " + p.LastName)
		p.folded, p.local, p.at = store.Fold(p.LastName), localPart(p.Email), canonical.EmailKey(p.Email)
	}
	for _, rule := range []func(ctx context.Context) error{
		m.byExternalID, m.byEmail, m.byMobile, m.byLinkedin,
		m.byLikeness,
	} {
		if err := rule(ctx); err != nil {
			return nil, err
		}
	}
	return m.out, nil
}

// matching is a search for many.
type matching struct {
	s      *Service
	people []Sought
	out    []Matched
}

// keys are the distinct facts of those who are still looked for.
func (m *matching) keys(of func(p *Sought) string) []string {
	var out []string
	for i := range m.people {
		if key := of(&m.people[i]); key != "" {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rule gives everybody without a record the one that a fact leads to. Where it leads to several, the next rules may
// tell.
func (m *matching) rule(of func(p *Sought) string, found map[string][]int64) {
	for i := range m.people {
		ids, out := found[of(&m.people[i])], &m.out[i]
		switch {
		case out.ID != 0 || of(&m.people[i]) == "":
		case len(ids) == 1:
			out.ID, out.Candidates, out.IsSeveral = ids[0], nil, false
		case len(ids) > 1:
			out.IsSeveral = true
			out.Candidates = append(out.Candidates, ids...)
		}
	}
}

// found reads pairs of a fact and a record.
func (m *matching) found(ctx context.Context, keys []string, text string, more ...any) (map[string][]int64, error) {
	out := map[string][]int64{}
	if len(keys) == 0 {
		return out, nil
	}
	var key string
	var id int64
	err := m.s.DB().Each(ctx, []any{&key, &id}, func() error {
		out[key] = append(out[key], id)
		return nil
	}, text, append([]any{store.TextList(keys)}, more...)...)
	return out, err
}

func (m *matching) byExternalID(ctx context.Context) error {
	key := func(p *Sought) string { return p.ExternalID }
	if len(m.people) == 0 {
		return nil
	}
	found, err := m.found(ctx, m.keys(key), `
		SELECT x.external_id, t.id
		  FROM freelancer_external_ids x
		  JOIN freelancers t ON t.id = x.freelancer_id
		 WHERE x.external_id IN `+m.s.DB().AmongTexts(1)+`
		   AND x.system = $2
		   AND t.user_status <> 'DL'
		 ORDER BY t.id`, m.people[0].System)
	m.rule(key, found)
	return err
}

// byEmail goes by confirmed addresses, and notes whose the others are.
func (m *matching) byEmail(ctx context.Context) error {
	key := func(p *Sought) string { return p.at }
	keys := m.keys(key)
	all, err := m.found(ctx, keys, `
		SELECT t.email_key, t.id
		  FROM freelancers t
		 WHERE t.email_key IN `+m.s.DB().AmongTexts(1)+`
		   AND t.user_status <> 'DL'
		 ORDER BY t.id`)
	if err != nil {
		return err
	}
	for i := range m.people {
		if ids := all[m.people[i].at]; len(ids) > 0 {
			m.out[i].HasEmail = ids[0]
		}
	}
	confirmed, err := m.found(ctx, keys, `
		SELECT t.email_key, t.id
		  FROM freelancers t
		 WHERE t.email_key IN `+m.s.DB().AmongTexts(1)+`
		   AND t.user_status <> 'DL'
		   AND t.email_verified_at IS NOT NULL
		 ORDER BY t.id`)
	m.rule(key, confirmed)
	return err
}

func (m *matching) byMobile(ctx context.Context) error {
	number := func(p *Sought) string { return p.MobileNumber }
	found, err := m.found(ctx, m.keys(number), `
		SELECT t.mobile_number || ' ' || t.last_name_fold, t.id
		  FROM freelancers t
		 WHERE t.mobile_number IN `+m.s.DB().AmongTexts(1)+`
		   AND t.mobile_number <> ''
		   AND t.user_status <> 'DL'
		 ORDER BY t.id`)
	m.rule(func(p *Sought) string {
		if p.MobileNumber == "" {
			return ""
		}
		return p.MobileNumber + " " + p.folded
	}, found)
	return err
}

func (m *matching) byLinkedin(ctx context.Context) error {
	key := func(p *Sought) string { return strings.ToLower(p.LinkedinHandle) }
	found, err := m.found(ctx, m.keys(key), `
		SELECT lower(t.linkedin_handle), t.id
		  FROM freelancers t
		 WHERE lower(t.linkedin_handle) IN `+m.s.DB().AmongTexts(1)+`
		   AND t.linkedin_handle <> ''
		   AND t.user_status <> 'DL'
		 ORDER BY t.id`)
	m.rule(key, found)
	return err
}

// mostAlike bounds how many records are compared for some people.
const mostAlike = 20_000

// byLikeness finds those who resemble, for whoever has no record by the rules: with the same part of the address before
// the @ and a name of their own in common, as whoever is alike enough has.
func (m *matching) byLikeness(ctx context.Context) error {
	alike := map[string][]resembling{}
	var local, name, home string
	var id int64
	err := m.s.DB().Each(ctx, []any{&local, &name, &home, &id}, func() error {
		alike[local] = append(alike[local], resembling{id, trigrams(name), cityOf(home)})
		return nil
	}, `
		SELECT l.value, t.name_fold, t.home_address, t.id
		  FROM `+m.s.DB().AmongTexts(1)+` l
		 CROSS JOIN freelancers t
		 WHERE t.email_fold > l.value || '@'
		   AND t.email_fold < l.value || 'A'
		   AND (t.last_name_fold IN `+m.s.DB().AmongTexts(2)+` OR t.first_name_fold IN `+m.s.DB().AmongTexts(2)+`)
		   AND t.user_status <> 'DL'
		 ORDER BY t.id
		 LIMIT $3`, store.TextList(m.keys(func(p *Sought) string { return p.local })), store.TextList(m.words()), mostAlike)
	if err != nil {
		return err
	}
	for i := range m.people {
		out, p := &m.out[i], &m.people[i]
		if out.ID != 0 || out.IsSeveral {
			continue
		}
		out.Candidates = nil
		name, city := trigrams(store.Fold(p.name)), store.Fold(p.City)
		for _, one := range alike[p.local] {
			if one.score(name, city) >= suspicious {
				out.Candidates = append(out.Candidates, one.id)
			}
		}
		if out.HasEmail != 0 && !slices.Contains(out.Candidates, out.HasEmail) {
			out.Candidates = append(out.Candidates, out.HasEmail)
		}
	}
	return nil
}

// resembling is a record with the same part of the address before the @.
type resembling struct {
	id   int64
	name []string // as trigrams
	city string   // folded
}

// score is the similarity to somebody with a name and a city.
func (r resembling) score(name []string, city string) decimal.Decimal {
	score := decimal.Decimal(localWeight) + nameWeight*shared(name, r.name)/certain
	if city != "" && city == r.city {
		score += cityWeight
	}
	return score
}

// words are the names of those who are looked for, of which whoever is alike has one.
func (m *matching) words() []string {
	first := m.keys(func(p *Sought) string { return store.Fold(p.FirstName) })
	return append(first, m.keys(func(p *Sought) string { return p.folded })...)
}
