package questions

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Application is what the questions look at of an application.
type Application struct {
	ID, ClientID, LegalEntityID int64
	Answers                     []Answer
}

// Answer is the answer of an application to one version of a question.
type Answer struct {
	QuestionID      int64           `json:"questionId"      kind:"id" check:"required"`
	QuestionVersion int64           `json:"questionVersion" check:"minvalue=0"`
	Value           json.RawMessage `json:"value"           kind:"json"`
	Files           []string        `json:"files"           kind:"file" check:"max=3"`
	AnsweredBy      string          `json:"answeredBy"`
	AnsweredAt      time.Time       `json:"answeredAt"`
}

// isAnswered says whether there is an answer, with the files where they belong to it.
func (a *Answer) isAnswered(q Question) bool {
	return a != nil && !Empty(a.Value) && (!q.Flags.JobSeekerUpload || len(a.Files) > 0)
}

// QuestionWithAnswer is one question that an application is asked, with its answer.
type QuestionWithAnswer struct {
	Question
	Answer  *Answer
	Retired bool // it is asked no more, but was answered
}

// Missing says whether the question needs an answer that is not there.
func (a QuestionWithAnswer) Missing() bool {
	return a.Flags.NeedAnswer && !a.Retired && !a.Answer.isAnswered(a.Question)
}

// Rejects says whether the answer rules the application out.
func (a QuestionWithAnswer) Rejects() bool {
	return a.Flags.FailOnWrongAnswer && a.Answer != nil && !Empty(a.Answer.Value) && !a.Right(a.Answer.Value)
}

// ForApplications answers for each application what it is asked, in asking order, whoever asks.
func (s *Service) ForApplications(ctx context.Context, applications ...Application) ([][]QuestionWithAnswer, error) {
	ctx = role.AsSystem(ctx, "question")
	clients, answered := map[int64]bool{}, map[int64]bool{}
	for _, b := range applications {
		clients[b.ClientID] = true
		for _, a := range b.Answers {
			answered[a.QuestionID] = true
		}
	}
	q := new(Question)
	current, err := s.all(ctx, query.Where(q, &q.ClientID, idsOf(clients)...), query.Where(q, &q.Active, true))
	if err != nil {
		return nil, err
	}
	byID := map[int64]Question{}
	for _, one := range current {
		byID[one.ID] = one
		delete(answered, one.ID)
	}
	if len(answered) > 0 {
		earlier, err := s.all(ctx, query.Where(q, &q.ID, idsOf(answered)...))
		if err != nil {
			return nil, err
		}
		for _, one := range earlier {
			byID[one.ID] = one
		}
	}
	out := make([][]QuestionWithAnswer, len(applications))
	for i, b := range applications {
		out[i] = pairAnswers(b, current, byID)
	}
	return out, nil
}

// idsOf are the ids of a set as a condition holds them.
func idsOf(set map[int64]bool) []any { return query.IDs(slices.Sorted(maps.Keys(set))) }

const allQuestions = 10_000 // of the clients of one page, which have far fewer

func (s *Service) all(ctx context.Context, where ...query.Cond) ([]Question, error) {
	q := query.All(new(Question), allQuestions, where...)
	q.Fields = stored()
	page, err := s.List(ctx, q)
	return page.Rows, err
}

// stored are the fields of a question that its table holds: neither counts nor texts are asked for.
func stored() []*field.Field {
	fs, err := field.List(reflect.TypeFor[Question]())
	if err != nil {
		panic(err) // the table could not have been made
	}
	return slices.DeleteFunc(slices.Clone(fs), func(f *field.Field) bool {
		return f.Column == "" || f.Name == "handle"
	})
}

// pairAnswers puts together what one application is asked: the current questions, in place of each the version that it
// has answered, and what it has answered that nobody asks any more.
func pairAnswers(b Application, current []Question, byID map[int64]Question) []QuestionWithAnswer {
	var out []QuestionWithAnswer
	for _, q := range inOrder(current, b.ClientID, b.LegalEntityID) {
		out = append(out, QuestionWithAnswer{Question: q})
	}
	for i := range b.Answers {
		a := &b.Answers[i]
		q, known := byID[a.QuestionID]
		if !known {
			continue
		}
		at := slices.IndexFunc(out, func(o QuestionWithAnswer) bool { return o.Key == q.Key })
		switch {
		case at < 0:
			out = append(out, QuestionWithAnswer{Question: q, Answer: a, Retired: true})
		case out[at].Answer == nil:
			out[at] = QuestionWithAnswer{Question: q, Answer: a}
		default: // it has answered two versions of one question: the later one counts
			out = append(out, QuestionWithAnswer{Question: q, Answer: a, Retired: true})
		}
	}
	slices.SortStableFunc(out, func(x, y QuestionWithAnswer) int { return inAskingOrder(x.Question, y.Question) })
	return out
}

func inAskingOrder(x, y Question) int {
	return cmp.Or(cmp.Compare(x.SortOrder, y.SortOrder), cmp.Compare(x.ID, y.ID))
}

// inOrder are the questions of a client's project in asking order. Of two with one key that of the legal entity is
// asked.
func inOrder(all []Question, clientID, entityID int64) []Question {
	var out []Question
	for _, q := range all {
		if q.ClientID != clientID || !q.Active || q.Scope == OfLegalEntity && q.LegalEntityID != entityID {
			continue
		}
		at := slices.IndexFunc(out, func(o Question) bool { return o.Key == q.Key })
		switch {
		case at < 0:
			out = append(out, q)
		case q.Scope == OfLegalEntity:
			out[at] = q
		}
	}
	slices.SortFunc(out, inAskingOrder)
	return out
}

// CheckAnswers holds the new and changed answers of an application against what it is asked, writes them as they are
// stored, and names the version that each is to. had are the answers as they were.
func (s *Service) CheckAnswers(ctx context.Context, had []Answer, b *Application, bad *fault.Error) error {
	if len(b.Answers) == 0 {
		return nil
	}
	// What is offered is what could be asked with the answers as they were: nobody may choose an old version anew.
	sheets, err := s.ForApplications(ctx, Application{ClientID: b.ClientID, LegalEntityID: b.LegalEntityID, Answers: had})
	if err != nil {
		return err
	}
	frame, err := s.frame(ctx, b.ClientID)
	if err != nil {
		return err
	}
	for i := range b.Answers {
		a, at := &b.Answers[i], fmt.Sprintf("answers[%d].", i)
		n := slices.IndexFunc(sheets[0], func(o QuestionWithAnswer) bool { return o.ID == a.QuestionID })
		if n < 0 || !mayAnswer(role.From(ctx), sheets[0][n].Flags) {
			bad.Field(at+"questionId", "validation.reference", nil)
			continue
		}
		q := sheets[0][n].Question
		if a.QuestionVersion != 0 && a.QuestionVersion != q.QuestionVersion {
			bad.Field(at+"questionVersion", "question.error.version", map[string]any{"version": q.QuestionVersion})
		}
		a.QuestionVersion = q.QuestionVersion
		if old := sheets[0][n].Answer; old != nil && canonicalRaw(old.Value) == canonicalRaw(a.Value) &&
			slices.Equal(old.Files, a.Files) {
			a.Value = old.Value
			continue // it was right when it was given
		}
		var problems []Problem
		if a.Value, problems = q.CheckAnswer(a.Value, frame); len(problems) > 0 {
			for _, p := range problems {
				bad.Field(at+"value"+p.Path, p.Key, p.Params)
			}
		}
		if err := s.checkFiles(ctx, q, *a, func(path, key string, params map[string]any) {
			bad.Field(at+path, key, params)
		}); err != nil {
			return err
		}
	}
	return nil
}

// canonicalRaw is a value in the form in which two of them are compared.
func canonicalRaw(raw json.RawMessage) string {
	if Empty(raw) {
		return "null"
	}
	return string(compacted(raw))
}

// mayAnswer says whether somebody may give an answer: staff to every question, the others where the flags let them.
func mayAnswer(who *role.Caller, f Flags) bool {
	if who.Kind == role.Freelancer {
		return f.TalentVisibility
	}
	return who.Kind != role.MSP || f.MSPEdit
}

func (s *Service) checkFiles(ctx context.Context, q Question, a Answer,
	wrong func(path, key string, params map[string]any),
) error {
	switch {
	case !q.Flags.JobSeekerUpload && len(a.Files) > 0:
		wrong("files", "question.error.noFiles", nil)
		return nil
	case len(a.Files) > mostFiles:
		wrong("files", "validation.maxItems", map[string]any{"max": mostFiles})
		return nil
	case q.Flags.JobSeekerUpload && !Empty(a.Value) && len(a.Files) == 0:
		wrong("files", "validation.required", nil)
		return nil
	}
	types := q.fileTypes()
	for i, id := range a.Files {
		at := fmt.Sprintf("files[%d]", i)
		f, err := s.deps.Files.Get(ctx, id)
		switch {
		case fault.KindOf(err) == fault.NotFound:
			wrong(at, "validation.reference", nil)
		case err != nil:
			return err
		case f.Size > mostFileSize:
			wrong(at, "validation.size", map[string]any{"max": mostFileSize >> 10})
		case !slices.Contains(types, endingOf(f.Name)):
			wrong(at, "validation.ext", map[string]any{"ext": types})
		}
	}
	return nil
}

// endingOf is the type of a file by its name, which the uploads hold against what the file is.
func endingOf(name string) FileType {
	ending := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	if ending == "jpeg" {
		ending = "jpg"
	}
	return FileType(ending)
}

// frame is what answers to a client's questions are judged by today.
func (s *Service) frame(ctx context.Context, clientID int64) (Frame, error) {
	c, err := s.deps.Clients.Get(role.AsSystem(ctx, "question"), clientID)
	return Frame{Today: date.FromTime(s.Now().In(c.Zone())), Currency: c.Currency}, err
}
