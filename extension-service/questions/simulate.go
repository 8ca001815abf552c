package questions

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Simulating asks how a question would look and what an answer to it would do, before either is saved.
type Simulating struct {
	ClientID int64           `json:"clientId" kind:"ref:client" check:"required"`
	ID       int64           `json:"id"       kind:"id"` // of the question it is a draft of, whose answers are tried
	Question Definition      `json:"question" check:"required"`
	Answer   json.RawMessage `json:"answer"   kind:"json"`
}

// Simulation is what everybody would meet.
type Simulation struct {
	Label    string     `json:"label"`
	Help     string     `json:"help"`
	Options  []Offered  `json:"options"`
	Currency string     `json:"currency"`
	Talent   Face       `json:"talent"`
	MSP      Face       `json:"msp"`
	Internal bool       `json:"internal"`
	PDF      *Line      `json:"pdf"` // null when it is not printed
	Given    bool       `json:"given"`
	Problems []Problem  `json:"problems"`
	Right    *bool      `json:"right"` // null while there is nothing to tell
	Rejects  bool       `json:"rejects"`
	Past     *PastWrong `json:"past"` // null while no answer could be wrong
}

// Offered is an option with its text.
type Offered struct {
	Value  any    `json:"value" kind:"json"`
	Label  string `json:"label"`
	Active bool   `json:"active"`
}

// Face is what somebody outside of the house sees of a question.
type Face struct {
	Sees    bool `json:"sees"`
	Answers bool `json:"answers"`
	Needed  bool `json:"needed"`
	Uploads bool `json:"uploads"`
}

// PastWrong says how many of the answers given so far would be wrong.
type PastWrong struct {
	Answers int64 `json:"answers"`
	Wrong   int64 `json:"wrong"`
}

// simulate tries a question out. What is wrong with it is told as when it is saved.
func (s *Service) simulate(ctx context.Context, in Simulating) (out Simulation, err error) {
	d, bad := in.Question, fault.Validation()
	if checkDefinition(d, bad); len(bad.Fields) > 0 {
		return out, underQuestion(bad)
	}
	if err := s.deps.VisibleClient(ctx, in.ClientID); err != nil {
		return out, err
	}
	frame, err := s.frame(ctx, in.ClientID)
	if err != nil {
		return out, err
	}
	sp := s.speech(ctx, in.ClientID, role.From(ctx).Locale)
	text := sp.text
	out = Simulation{
		Label: text(d.LabelKey), Options: offered(d, text), Currency: string(frame.Currency), Internal: d.Flags.Internal(), Problems: []Problem{},
		Talent: Face{d.Flags.TalentVisibility, d.Flags.TalentVisibility, d.Flags.NeedAnswer, d.Flags.JobSeekerUpload},
		MSP:    Face{d.Flags.MSPVisibility, d.Flags.MSPEdit, d.Flags.NeedAnswer && d.Flags.MSPEdit, false},
	}
	if d.HelpKey != "" {
		out.Help = text(d.HelpKey)
	}
	value, problems := d.Judge(in.Answer, frame)
	out.Problems, out.Given = append(out.Problems, problems...), !Empty(value)
	answer := ""
	if out.Given && len(problems) == 0 {
		answer = s.words(d, value, sp)
		if d.CorrectAnswers != nil {
			out.Right = new(d.Right(value))
			out.Rejects = d.Flags.FailOnWrongAnswer && !*out.Right
		}
	}
	if d.Flags.PDF {
		out.PDF = &Line{out.Label, answer}
	}
	if in.ID == 0 || d.CorrectAnswers == nil {
		return out, nil
	}
	past, err := s.past(ctx, in.ID, d)
	out.Past = &past
	return out, err
}

// underQuestion puts what is wrong with a draft under the member of the body that holds it.
func underQuestion(e *fault.Error) error {
	out := fault.Validation()
	for path, keys := range e.Fields {
		for _, key := range keys {
			params, _ := e.Params[path][key].(map[string]any)
			out.Field("question."+path, key, params)
		}
	}
	return out
}

func offered(d Definition, text func(string) string) []Offered {
	out := []Offered{}
	for _, o := range d.inOrder() {
		out = append(out, Offered{o.Value, text(o.LabelKey), o.Active})
	}
	return out
}

const pageOfBids = 500

// past holds the answers that all versions of a question have got so far against a draft of it. They are counted whoever
// gave them: the number tells of nobody.
func (s *Service) past(ctx context.Context, id int64, d Definition) (out PastWrong, err error) {
	of, err := s.Get(ctx, id)
	if err != nil {
		return out, err
	}
	versions, err := s.versions(role.AsSystem(ctx, "question.simulate"), of)
	if err != nil {
		return out, err
	}
	ours := map[int64]bool{}
	for _, v := range versions {
		ours[v.ID] = v.ValueType == d.ValueType
	}
	for _, v := range versions {
		if !ours[v.ID] {
			continue
		}
		ids, err := s.DB().IDs(ctx, "SELECT application_id FROM question_answers WHERE question_id = $1 ORDER BY application_id", v.ID)
		if err != nil {
			return out, err
		}
		for len(ids) > 0 {
			n := min(len(ids), pageOfBids)
			applications, err := s.deps.Applications(ctx, ids[:n])
			if err != nil {
				return out, err
			}
			out.count(applications, v.ID, d)
			ids = ids[n:]
		}
	}
	return out, nil
}

func (p *PastWrong) count(applications []Application, questionID int64, d Definition) {
	for _, b := range applications {
		for _, a := range b.Answers {
			if a.QuestionID != questionID || Empty(a.Value) {
				continue
			}
			p.Answers++
			if !d.Right(a.Value) {
				p.Wrong++
			}
		}
	}
}

// sheetOf answers what an application is asked, with its answers, for whoever may read the application.
func (s *Service) sheetOf(ctx context.Context, in byID) (out Sheet, err error) {
	b, err := s.deps.Application(ctx, in.ID)
	if err != nil {
		return out, err
	}
	sheets, err := s.Asked(ctx, b)
	if err != nil {
		return out, err
	}
	frame, err := s.frame(ctx, b.ClientID)
	if err != nil {
		return out, err
	}
	sp := s.speech(ctx, b.ClientID, role.From(ctx).Locale)
	text := sp.text
	out = Sheet{Results: []SheetLine{}, Currency: frame.Currency}
	for _, one := range sheets[0] {
		line := SheetLine{
			ID: one.ID, Version: one.QuestionVersion, Key: one.Key, Label: text(one.LabelKey), ValueType: one.ValueType, InputKind: one.InputKind,
			Options: offered(one.Definition, text), Validation: one.Validation, Flags: one.Flags, Missing: one.Missing(), Rejects: one.Rejects(),
			Retired: one.Retired, Value: json.RawMessage("null"), Files: []string{},
		}
		if one.HelpKey != "" {
			line.Help = text(one.HelpKey)
		}
		if a := one.Answer; a != nil {
			line.Words = s.words(one.Definition, a.Value, sp)
			line.Files, line.AnsweredBy, line.AnsweredAt = append(line.Files, a.Files...), a.By, resource.InstantText(a.At)
			if !Empty(a.Value) {
				line.Value = a.Value
			}
		}
		out.Results = append(out.Results, line)
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

// Sheet is what an application is asked.
type Sheet struct {
	Results      []SheetLine           `json:"results"`
	TotalResults int64                 `json:"totalResults"`
	Currency     resource.CurrencyCode `json:"currency"` // of the client
}

// SheetLine is one question with its answer.
type SheetLine struct {
	ID         int64           `json:"id" kind:"id"`
	Version    int64           `json:"questionVersion"`
	Key        string          `json:"key"`
	Label      string          `json:"label"`
	Help       string          `json:"help"`
	ValueType  ValueType       `json:"valueType"`
	InputKind  InputKind       `json:"inputKind"`
	Options    []Offered       `json:"options"`
	Validation Validation      `json:"validation"`
	Flags      Flags           `json:"flags"`
	Missing    bool            `json:"missing"`
	Rejects    bool            `json:"rejects"`
	Retired    bool            `json:"retired"`
	Value      json.RawMessage `json:"value" kind:"json"`
	Words      string          `json:"words"`
	Files      []string        `json:"files"`
	AnsweredBy string          `json:"answeredBy"`
	AnsweredAt string          `json:"answeredAt"`
}

// MarshalJSON writes the line as records are written: lists that are empty are lists.
func (l SheetLine) MarshalJSON() ([]byte, error) { return resource.Show(&l).MarshalJSON() }
