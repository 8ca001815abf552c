package freelancers

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
)

// Candidate is a record that may be of the same person as one that is about to be made.
type Candidate struct {
	ID         int64           `json:"id"         kind:"id"`
	Score      decimal.Decimal `json:"score"`
	Rules      []Rule          `json:"rules"`
	Handle     string          `json:"handle"`
	Name       string          `json:"name"`
	Email      string          `json:"email"`
	UserStatus Status          `json:"userStatus"`
}

// The weights of the similarity, in ten-thousandths, and what it takes to be worth a question.
const (
	nameWeight  = 6000
	cityWeight  = 1500
	localWeight = 2500
	suspicious  = 8500
	certain     = 10_000
)

// likeness is what one rule has found.
type likeness struct {
	score decimal.Decimal
	rules []Rule
}

// candidates finds the records that may be of the same person, by the rules of "Matching and conflicts", best first.
// Only those the caller may see are named.
func (s *Service) candidates(ctx context.Context, p *Freelancer) ([]Candidate, error) {
	found := map[int64]*likeness{}
	for _, rule := range s.exactRules(p) {
		if err := s.collect(ctx, found, rule); err != nil {
			return nil, err
		}
	}
	if err := s.similar(ctx, found, p); err != nil {
		return nil, err
	}
	delete(found, p.ID)
	return s.visible(ctx, found)
}

// exact is a rule that finds records by equality.
type exact struct {
	rule  Rule
	where string
	args  []any
}

const mostCandidates = 20

// exactRules lists the rules whose facts the record has. Each is answered by an index of its own.
func (s *Service) exactRules(p *Freelancer) []exact {
	var out []exact
	for _, x := range p.ExternalIDs {
		out = append(out, exact{
			SameExternalID, "t.id IN (SELECT x.freelancer_id FROM freelancer_external_ids x WHERE x.system = $1 " +
				"AND x.external_id = $2)",
			[]any{x.System, x.ID},
		})
	}
	if p.Email != "" {
		out = append(out, exact{
			SameEmail, "t.email_key = $1 AND t.email_verified_at IS NOT NULL",
			[]any{canonical.EmailKey(p.Email)},
		})
	}
	if p.MobileNumber != "" {
		out = append(out, exact{
			SameMobile, "t.mobile_number = $1 AND t.mobile_number <> '' AND t.last_name_fold = $2",
			[]any{p.MobileNumber, store.Fold(p.LastName)},
		})
	}
	if p.LinkedinHandle != "" {
		out = append(out, exact{
			SameLinkedin, "lower(t.linkedin_handle) = lower($1) AND t.linkedin_handle <> ''",
			[]any{p.LinkedinHandle},
		})
	}
	return out
}

func (s *Service) collect(ctx context.Context, found map[int64]*likeness, x exact) error {
	return s.DB().EachID(ctx, func(id int64) { addLikeness(found, id, certain, x.rule) },
		"SELECT t.id FROM freelancers t WHERE "+x.where+" AND t.user_status <> 'DL' ORDER BY t.id LIMIT 20", x.args...)
}

func addLikeness(found map[int64]*likeness, id int64, score decimal.Decimal, rule Rule) {
	if found[id] == nil {
		found[id] = &likeness{}
	}
	l := found[id]
	l.score = max(l.score, score)
	if !slices.Contains(l.rules, rule) {
		l.rules = append(l.rules, rule)
	}
}

// similar adds those that resemble the record. Name and city together weigh less than it takes, so that whoever
// resembles it has the same part of the address before the @: an index finds these few, and only they are compared. Of
// a part that many have, such as info, those are compared who share a name too, as all do that are alike enough.
func (s *Service) similar(ctx context.Context, found map[int64]*likeness, p *Freelancer) error {
	local := localPart(p.Email)
	if local == "" {
		return nil
	}
	address := []any{local + "@", local + "A"} // which comes next after the @
	n, err := s.compare(ctx, found, p, few{"", address})
	if err != nil || n < mostCompared {
		return err
	}
	names := append(address, store.Fold(p.LastName), store.Fold(p.FirstName))
	for _, narrower := range []string{" AND t.last_name_fold IN ($3, $4)", " AND t.first_name_fold IN ($3, $4)"} {
		if _, err := s.compare(ctx, found, p, few{narrower, names}); err != nil {
			return err
		}
	}
	return nil
}

// few are those who share a part of the address, narrowed by a condition.
type few struct {
	narrower string
	args     []any
}

// mostCompared bounds the time of one check: so many names are compared in a millisecond.
const mostCompared = 400

// compare looks at those with a part of the address, and says how many they are.
func (s *Service) compare(ctx context.Context, found map[int64]*likeness, p *Freelancer, with few) (n int, err error) {
	name, city := trigrams(store.Fold(p.Name)), store.Fold(p.HomeAddress.City)
	var id int64
	var other, home string
	err = s.DB().Each(ctx, []any{&id, &other, &home}, func() error {
		n++
		one := resembling{id: id, name: trigrams(other)}
		if one.score(name, "") < suspicious-cityWeight {
			return nil
		}
		one.city = cityOf(home)
		if score := one.score(name, city); score >= suspicious {
			addLikeness(found, id, score, Similar)
		}
		return nil
	}, `
		SELECT t.id, t.name_fold, t.home_address
		  FROM freelancers t
		 WHERE t.email_fold > $1
		   AND t.email_fold < $2
		   AND t.user_status <> 'DL'`+with.narrower+`
		 LIMIT `+strconv.Itoa(mostCompared), with.args...)
	return n, err
}

// cityOf reads the folded city out of a stored address.
func cityOf(stored string) string {
	var a postal.Address
	if json.Unmarshal([]byte(stored), &a) != nil {
		return ""
	}
	return store.Fold(a.City)
}

func localPart(email string) string {
	local, _, _ := strings.Cut(store.Fold(email), "@")
	return local
}

// trigrams are the runs of three characters of a folded text, its words set off by blanks, in order and each once.
func trigrams(text string) []string {
	var out []string
	for word := range strings.FieldsSeq(text) {
		r := []rune("  " + word + " ")
		for i := range len(r) - 2 {
			out = append(out, string(r[i:i+3]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shared is the part of two sets of trigrams that both have.
func shared(a, b []string) decimal.Decimal {
	both := 0
	for _, t := range a {
		if _, has := slices.BinarySearch(b, t); has {
			both++
		}
	}
	all := int64(len(a) + len(b) - both)
	part, err := decimal.FromInt(int64(both)).Div(decimal.FromInt(all), decimal.Down)
	if err != nil { // both are empty
		return 0
	}
	return part
}

// visible names the records that were found and that the caller may see, best first.
func (s *Service) visible(ctx context.Context, found map[int64]*likeness) ([]Candidate, error) {
	if len(found) == 0 {
		return nil, nil
	}
	p := new(Freelancer)
	q := query.All(p, int64(len(found)), query.Where(p, &p.ID, query.IDs(slices.Collect(maps.Keys(found)))...))
	q.Fields = field.AllAt(p, &p.ID, &p.Handle, &p.Name, &p.Email, &p.UserStatus)
	page, err := s.List(ctx, q)
	if err != nil {
		return nil, err
	}
	out := make([]Candidate, len(page.Rows))
	for i, r := range page.Rows {
		l := found[r.ID]
		out[i] = Candidate{
			ID: r.ID, Score: l.score, Rules: l.rules, Handle: r.Handle, Name: r.Name, Email: r.Email,
			UserStatus: r.UserStatus,
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return int(b.Score - a.Score) })
	return out[:min(len(out), mostCandidates)], nil
}
