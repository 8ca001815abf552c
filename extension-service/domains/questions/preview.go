package questions

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Previewing asks how a question would look and what an answer to it would do, before either is saved.
type Previewing struct {
	ClientID int64           `json:"clientId" kind:"ref:client" check:"required"`
	Question Definition      `json:"question" check:"required"`
	Answer   json.RawMessage `json:"answer"   kind:"json"`
}

// Preview is what everybody would meet.
type Preview struct {
	Label      string       `json:"label"`
	Help       string       `json:"help"`
	Options    []Offered    `json:"options"`
	Currency   string       `json:"currency"`
	Talent     ExternalView `json:"talent"`
	MSP        ExternalView `json:"msp"`
	Internal   bool         `json:"internal"`
	PDF        *Line        `json:"pdf"`   // null when it is not printed
	Words      string       `json:"words"` // the answer as people read it, "" while there is none that is accepted
	IsAnswered bool         `json:"given"`
	Problems   []Problem    `json:"problems"`
	Right      *bool        `json:"right"` // null while there is nothing to tell
	Rejects    bool         `json:"rejects"`
}

// Offered is an option with its text.
type Offered struct {
	Value  any    `json:"value" kind:"json"`
	Label  string `json:"label"`
	Active bool   `json:"active"`
}

// ExternalView is what somebody outside of the house sees of a question.
type ExternalView struct {
	Sees    bool     `json:"sees"`
	Answers bool     `json:"answers"`
	Needed  bool     `json:"needed"`
	Uploads *Uploads `json:"uploads"` // null when no files come with the answer
}

// Uploads are the files that come with an answer.
type Uploads struct {
	Types []FileType `json:"types"`
	Most  int64      `json:"most"`
	Size  int64      `json:"size"` // bytes that each may have
}

// preview tries a question out. What is wrong with it is told as when it is saved.
func (s *Service) preview(ctx context.Context, in Previewing) (out Preview, err error) {
	d := in.Question
	if err := s.drafted(ctx, in.ClientID, d); err != nil {
		return out, err
	}
	frame, err := s.frame(ctx, in.ClientID)
	if err != nil {
		return out, err
	}
	sp := s.newWording(ctx, in.ClientID, role.From(ctx).Locale)
	text := sp.text
	out = Preview{
		Label: text(d.LabelKey), Options: offered(d, text), Currency: string(frame.Currency), Internal: d.Flags.Internal(),
		Problems: []Problem{},
		Talent:   ExternalView{d.Flags.TalentVisibility, d.Flags.TalentVisibility, d.Flags.NeedAnswer, d.uploads()},
		MSP:      ExternalView{d.Flags.MSPVisibility, d.Flags.MSPEdit, d.Flags.NeedAnswer && d.Flags.MSPEdit, nil},
	}
	if d.HelpKey != "" {
		out.Help = text(d.HelpKey)
	}
	value, problems := d.CheckAnswer(in.Answer, frame)
	out.Problems, out.IsAnswered = append(out.Problems, problems...), !Empty(value)
	if out.IsAnswered && len(problems) == 0 {
		out.Words = s.words(d, value, sp)
		if d.CorrectAnswers != nil {
			out.Right = new(d.Right(value))
			out.Rejects = d.Flags.FailOnWrongAnswer && !*out.Right
		}
	}
	if d.Flags.PDF {
		out.PDF = &Line{out.Label, out.Words}
	}
	return out, nil
}

// drafted holds a draft for a client against the rules of questions, and the client against what the caller can see.
func (s *Service) drafted(ctx context.Context, clientID int64, d Definition) error {
	bad := fault.Validation()
	if checkDefinition(d, bad); len(bad.Fields) > 0 {
		return underQuestion(bad)
	}
	return s.deps.Clients.Visible(ctx, clientID)
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

// uploads are the files that the talent adds to an answer.
func (d Definition) uploads() *Uploads {
	if !d.Flags.JobSeekerUpload {
		return nil
	}
	return &Uploads{Types: d.fileTypes(), Most: mostFiles, Size: mostFileSize}
}

// fileTypes are the types that files beside an answer may have.
func (d Definition) fileTypes() []FileType {
	if len(d.Validation.FileTypes) == 0 {
		return usualFiles
	}
	return d.Validation.FileTypes
}
