package questions

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Simulating asks what a question would have done to the answers given so far: a draft of it, or one as it is saved.
type Simulating struct {
	Question   *Draft `json:"question"`
	QuestionID int64  `json:"questionId" kind:"id"`
	// applications at most; 120 where it is not said
	Last *int64 `json:"last"       check:"minvalue=1,maxvalue=10000"`
}

// Draft is a question that is not saved, with what tells it from all others: the answers tried are those to its
// versions. It has the fields of a Question, so that a record can be tried as it was read; those that are not used here
// change no count.
type Draft struct {
	resource.Record
	Scope           Scope  `json:"scope"`
	ClientID        int64  `json:"clientId"        kind:"ref:client" check:"required"`
	ClientName      string `json:"clientName"      check:"readonly"`
	LegalEntityID   int64  `json:"legalEntityId"   kind:"ref:legalEntity"`
	LegalEntityName string `json:"legalEntityName" check:"readonly"`
	Key             string `json:"key"             check:"min=2,max=60" pattern:"[a-z0-9-]{2,60}"`
	QuestionVersion int64  `json:"questionVersion" check:"readonly"`
	Label           string `json:"label"           check:"readonly"`
	Definition
	SortOrder    int64 `json:"sortOrder"    check:"minvalue=-1000000,maxvalue=1000000"`
	Active       bool  `json:"active"`
	Used         bool  `json:"used"         check:"readonly"`
	AnswerCount  int64 `json:"answerCount"  check:"readonly"`
	AsNewVersion bool  `json:"asNewVersion" check:"writeonly"`
}

// Simulation counts over past answers and tells of nobody.
type Simulation struct {
	Applications int64        `json:"asked"` // the latest applications that answered
	WouldReject  int64        `json:"wouldReject"`
	ByAnswer     []AnswerSeen `json:"byAnswer"` // the most frequent first; empty for answers in people's own words
}

// AnswerSeen says how often an answer was given.
type AnswerSeen struct {
	Value json.RawMessage `json:"value" kind:"json"`
	Count int64           `json:"count"`
}

const (
	usualLast          = 120
	pageOfApplications = 500
)

// simulate holds the latest answers to all versions of a question against it. They are counted whoever gave them: the
// numbers tell of nobody.
func (s *Service) simulate(ctx context.Context, in Simulating) (Simulation, error) {
	out := Simulation{ByAnswer: []AnswerSeen{}}
	q, err := s.simulatedQuestion(ctx, in)
	if err != nil {
		return out, err
	}
	versions, err := s.versions(role.AsSystem(ctx, "question.simulate"), q)
	if err != nil {
		return out, err
	}
	versions = slices.DeleteFunc(versions, func(v Question) bool { return v.ValueType != q.ValueType })
	last, counts := int64(usualLast), map[string]int64{}
	if in.Last != nil {
		last = *in.Last
	}
	err = s.eachAnswer(ctx, versions, last, func(value json.RawMessage) {
		out.Applications++
		if q.Flags.FailOnWrongAnswer && !q.Right(value) {
			out.WouldReject++
		}
		if pairs[q.Pair()].closed {
			counts[canonicalRaw(value)]++
		}
	})
	for value, n := range counts {
		out.ByAnswer = append(out.ByAnswer, AnswerSeen{json.RawMessage(value), n})
	}
	slices.SortFunc(out.ByAnswer, func(x, y AnswerSeen) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), strings.Compare(string(x.Value), string(y.Value)))
	})
	return out, err
}

// simulatedQuestion is the question that a simulation is about.
func (s *Service) simulatedQuestion(ctx context.Context, in Simulating) (Question, error) {
	switch {
	case in.Question == nil && in.QuestionID == 0:
		return Question{}, fault.Validation().Field("questionId", "validation.required", nil)
	case in.Question == nil:
		return s.Get(ctx, in.QuestionID)
	case in.QuestionID != 0:
		return Question{}, fault.Validation().Field("questionId", "validation.twice", nil)
	}
	d := in.Question
	if err := s.drafted(ctx, d.ClientID, d.Definition); err != nil {
		return Question{}, err
	}
	if d.LegalEntityID != 0 {
		entity, err := s.deps.Clients.Entities.Get(ctx, d.LegalEntityID)
		if err != nil {
			return Question{}, err
		}
		if entity.ClientID != d.ClientID {
			return Question{}, fault.Validation().Field("question.legalEntityId", "validation.ofClient", nil)
		}
	}
	return Question{
		Scope: cmp.Or(d.Scope, OfClient), ClientID: d.ClientID, LegalEntityID: d.LegalEntityID, Key: d.Key,
		Definition: d.Definition,
	}, nil
}

// eachAnswer tells the answers of the latest applications, one of each: what the newest of the versions was answered.
func (s *Service) eachAnswer(ctx context.Context, versions []Question, left int64, visit func(json.RawMessage)) error {
	ids, version := make([]int64, len(versions)), map[int64]int64{}
	for i, v := range versions {
		ids[i], version[v.ID] = v.ID, v.QuestionVersion
	}
	answered, err := s.DB().IDs(ctx, `
		SELECT DISTINCT application_id
		  FROM question_answers
		 WHERE question_id IN `+s.DB().InList(1)+`
		 ORDER BY application_id DESC`, store.IDList(ids))
	for page := range slices.Chunk(answered, pageOfApplications) {
		applications, err := s.deps.Applications.AllAnswers(ctx, page)
		if err != nil {
			return err
		}
		slices.SortFunc(applications, func(x, y Application) int { return cmp.Compare(y.ID, x.ID) })
		for _, a := range applications {
			value := newest(a.Answers, version)
			if Empty(value) {
				continue
			}
			if visit(value); left == 1 {
				return nil
			}
			left--
		}
	}
	return err
}

// newest is the answer to the latest of the versions, null when there is none.
func newest(answers []Answer, version map[int64]int64) (value json.RawMessage) {
	var at int64
	for _, a := range answers {
		if v := version[a.QuestionID]; v > at && !Empty(a.Value) {
			at, value = v, a.Value
		}
	}
	return value
}
