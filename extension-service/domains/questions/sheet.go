package questions

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// sheetOf answers what an application is asked, with its answers, for whoever may read the application.
func (s *Service) sheetOf(ctx context.Context, in byID) (out Sheet, err error) {
	b, err := s.deps.Applications.AnswersOf(ctx, in.ID)
	if err != nil {
		return out, err
	}
	sheets, err := s.ForApplications(ctx, b)
	if err != nil {
		return out, err
	}
	frame, err := s.frame(ctx, b.ClientID)
	if err != nil {
		return out, err
	}
	sp := s.newWording(ctx, b.ClientID, role.From(ctx).Locale)
	text := sp.text
	out = Sheet{Results: []SheetLine{}, Currency: frame.Currency}
	for _, one := range sheets[0] {
		line := SheetLine{
			ID: one.ID, Version: one.QuestionVersion, Key: one.Key, Label: text(one.LabelKey), ValueType: one.ValueType,
			InputKind: one.InputKind,
			Options:   offered(one.Definition, text), Validation: one.Validation, Flags: one.Flags, Missing: one.Missing(),
			Rejects: one.Rejects(),
			Retired: one.Retired, Value: json.RawMessage("null"), Files: []string{},
		}
		if one.HelpKey != "" {
			line.Help = text(one.HelpKey)
		}
		if a := one.Answer; a != nil {
			line.Words = s.words(one.Definition, a.Value, sp)
			line.Files, line.AnsweredBy, line.AnsweredAt = append(line.Files, a.Files...), a.AnsweredBy,
				date.InstantText(a.AnsweredAt)
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
	Results      []SheetLine    `json:"results"`
	TotalResults int64          `json:"totalResults"`
	Currency     money.Currency `json:"currency"` // of the client
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
