package shortlist

import (
	"cmp"
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Projects are what people are looked for.
type Projects interface {
	// Get returns one that the caller can see. NOT_FOUND.
	Get(ctx context.Context, id int64) (projects.Project, error)
}

// People are those who can be offered.
type People interface {
	// Skilled returns people who can be offered and have all of some skills, as far as the caller can see them: the
	// newest, at most some.
	Skilled(ctx context.Context, skills []string, most int64) ([]freelancers.Freelancer, error)
	// Offered returns those of some people who can be offered, likewise.
	Offered(ctx context.Context, ids []int64) ([]freelancers.Freelancer, error)
	// ErasureRequests tells when those with an open request to be forgotten have filed it.
	ErasureRequests(ctx context.Context, ids []int64) (map[int64]time.Time, error)
}

// Applications know what there was between people and clients.
type Applications interface {
	// HistoryWith tells it of people, by their ids, with a project and its client; of nobody else there is an entry.
	HistoryWith(ctx context.Context, p projects.Project, freelancerIDs []int64) (map[int64]applications.History, error)
}

// Catalogue knows which skills mean the same.
type Catalogue interface {
	// Keys returns what names a skill: the same for all ways in which one is written.
	Keys(ctx context.Context) (func(name string) string, error)
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	Now          func() time.Time
	Projects     Projects
	People       People
	Applications Applications
	Skills       Catalogue
}

// Service ranks people.
type Service struct{ deps Deps }

// New returns the shortlists of projects.
func New(d Deps) *Service { return &Service{d} }

// Endpoints are the calls.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "project.shortlist", Method: "POST", Path: "/api/project/{id}/shortlist", Reads: true,
		Needs:  []role.Permission{role.FreelancerPIIRead},
		Also:   []role.Permission{role.ProjectRead, role.FreelancerRead, role.RateRead},
		Handle: resource.Handle(s.shortlist),
	}}
}

const (
	mostRead   = 1000 // people who are ranked; the answer says when there are more
	usualShown = 10
	firstMusts = 1 // skills of a project without which nobody is proposed, unless others are chosen
	allPoints  = 100
	allPercent = 100
)

var fullTime = decimal.FromInt(40) // hours a week

// input is what a shortlist is asked for.
type input struct {
	ID int64 `path:"id"`
	// skills; without it, which is not the empty list, the first of the project
	Must    []string   `json:"must"    check:"max=10"`
	Off     []Rule     `json:"off"     check:"max=7"` // rules that are not applied
	Weights *Weighting `json:"weights"`
	Limit   int64      `json:"limit"   check:"minvalue=0,maxvalue=100"` // people; 0 is ten
	// who are ranked; without it everybody who has the skills that are a must
	FreelancerIDs []int64 `json:"freelancerIds" kind:"id" check:"max=100"`
}

// Weighting is how many points each part gives at most: 100 in all.
type Weighting struct {
	Skills       int64 `json:"skills"       check:"minvalue=0,maxvalue=100"`
	Rate         int64 `json:"rate"         check:"minvalue=0,maxvalue=100"`
	Availability int64 `json:"availability" check:"minvalue=0,maxvalue=100"`
	Place        int64 `json:"place"        check:"minvalue=0,maxvalue=100"`
	Experience   int64 `json:"experience"   check:"minvalue=0,maxvalue=100"`
}

// usual are the weights unless others are chosen.
var usual = Weighting{Skills: 40, Rate: 20, Availability: 20, Place: 15, Experience: 5}

func (w Weighting) weights() Weights {
	return Weights{Skills: w.Skills, Room: w.Rate, Availability: w.Availability, Place: w.Place, Experience: w.Experience}
}

func (w Weighting) sum() int64 { return w.Skills + w.Rate + w.Availability + w.Place + w.Experience }

// Shortlist is who fits a project best.
type Shortlist struct {
	Skills   []string         `json:"skills"` // of the project
	Must     []string         `json:"must"`
	Rules    []Excluded       `json:"rules"` // that are applied
	Weights  Weighting        `json:"weights"`
	Start    date.Date        `json:"start"` // from when people are needed
	Unit     money.RateUnit   `json:"unit"`
	Currency money.Currency   `json:"currency" kind:"currency"`
	Limit    *decimal.Decimal `json:"limit"`
	Hours    *decimal.Decimal `json:"hoursPerWeek"`
	Country  string           `json:"country" kind:"country"`
	Remote   int64            `json:"remoteSharePct"`
	End      date.Date        `json:"end"`
	Read     int64            `json:"read"`    // people with the skills that were ranked
	IsAll    bool             `json:"isAll"`   // nobody else has them
	Remain   int64            `json:"remain"`  // who meet all rules
	Results  []Candidate      `json:"results"` // the best of them
}

// Candidate is one person of a shortlist with the explanation: the points add up to the score.
type Candidate struct {
	FreelancerID int64              `json:"freelancerId" kind:"id"`
	Handle       string             `json:"handle"`
	Name         string             `json:"name"`
	UserStatus   freelancers.Status `json:"userStatus"`
	City         string             `json:"city"`
	Country      string             `json:"country" kind:"country"`
	MSPID        *int64             `json:"mspId" kind:"id"`
	MSPName      string             `json:"mspName"`
	// in the unit and currency of the project; nil is not known
	Rate *decimal.Decimal `json:"rate"`
	// what the person asks for, in whatever unit and currency; nil asks for nothing
	AskedRate    *decimal.Decimal `json:"askedRate"`
	AskedUnit    money.RateUnit   `json:"askedUnit"`
	RateCurrency *money.Currency  `json:"rateCurrency" kind:"currency"`
	// of the project, as far as the person's capacity goes; nil is not known
	HoursPerWeek     *decimal.Decimal `json:"hoursPerWeek"`
	AvailabilityFrom date.Date        `json:"availabilityFrom"`
	AvailabilityPct  *int64           `json:"availabilityPct"`
	Missing          []string         `json:"missing"`     // skills of the project
	DaysLate         int64            `json:"daysLate"`    // after the start
	IsInCountry      bool             `json:"isInCountry"` // of the project
	Score            int64            `json:"score"`
	Points           []Points         `json:"points"`
	Why              []Part           `json:"why"`
	WhyNot           []Part           `json:"whyNot"`
	Change           *Change          `json:"change"`
	Unmet            *Rule            `json:"unmet"` // the first rule that is not met, applied or not
}

// shortlist answers who fits a project best, whatever the order of what the caller does with it: nothing is stored.
func (s *Service) shortlist(ctx context.Context, in input) (out Shortlist, err error) {
	weighting := usual
	if in.Weights != nil {
		weighting = *in.Weights
	}
	if weighting.sum() != allPoints {
		return out, fault.Validation().Field("weights", "validation.weights", map[string]any{"sum": weighting.sum()})
	}
	p, err := s.deps.Projects.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	keys, err := s.deps.Skills.Keys(ctx)
	if err != nil {
		return out, err
	}
	need := s.projectNeed(p, in.Must, keys)
	need.Among = in.FreelancerIDs
	people, read, err := s.candidates(ctx, p, need, keys)
	if err != nil {
		return out, err
	}
	rules := slices.DeleteFunc(need.rules(), func(r Rule) bool { return slices.Contains(in.Off, r) })
	ranked, counts := Rank(need, people, rules, weighting.weights())
	out = Shortlist{
		Skills: p.Skills, Must: names(need.Must), Rules: counts, Weights: weighting, Start: need.Start, Unit: need.Unit,
		Currency: need.Currency, Limit: need.Limit, Country: need.Country, Remote: need.Remote, Hours: p.HoursPerWeek,
		End:  p.AssignmentPeriodEnd,
		Read: int64(len(people)), IsAll: len(people) < mostRead, Remain: int64(len(ranked)), Results: []Candidate{},
	}
	for _, one := range ranked[:min(len(ranked), int(cmp.Or(in.Limit, usualShown)))] {
		one.Explain(need, weighting.weights())
		candidate := candidateOf(one, read[one.Person.ID], need)
		candidate.HoursPerWeek = possibleHours(p.HoursPerWeek, candidate.AvailabilityPct)
		out.Results = append(out.Results, candidate)
	}
	return out, nil
}

func candidateOf(r Ranked, f freelancers.Freelancer, n Need) Candidate {
	rate, unit := applications.ProfileRate(f, n.Unit)
	return Candidate{
		AskedRate: rate, AskedUnit: unit,
		FreelancerID: f.ID, Handle: f.Handle, Name: f.Name, UserStatus: f.UserStatus, City: f.HomeAddress.City,
		Country: f.HomeAddress.Country,
		MSPID:   f.MSPID, MSPName: f.MSPName, Rate: rateOf(f, n), RateCurrency: rateCurrency(f),
		AvailabilityFrom: f.AvailabilityFrom, AvailabilityPct: f.AvailabilityPct,
		Missing: names(r.Person.missingOf(n)), DaysLate: n.daysLate(r.Person), IsInCountry: n.Country != "" &&
			n.Country == r.Person.Country, Score: r.Score, Points: r.Points, Why: r.Why, WhyNot: r.WhyNot, Change: r.Change,
		Unmet: unmetRule(n, r.Person),
	}
}

// unmetRule is the first rule that somebody does not meet, whether it is applied or not; nil meets all.
func unmetRule(n Need, p Person) *Rule {
	if rule := firstUnmet(n, p, n.rules()); rule != "" {
		return &rule
	}
	return nil
}
