package questions

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Line is a question with its answer in words.
type Line struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Printed are the answers of an application that go into its profile, in the language of the client.
func (s *Service) Printed(ctx context.Context, b Application, locale string) ([]Line, error) {
	sheets, err := s.ForApplications(ctx, b)
	if err != nil {
		return nil, err
	}
	out := []Line{}
	for _, one := range sheets[0] {
		if one.Flags.PDF && one.Answer != nil && !Empty(one.Answer.Value) {
			out = append(out, s.line(one.Definition, one.Answer.Value, s.newWording(ctx, one.ClientID, locale)))
		}
	}
	return out, nil
}

// Lines are all answers of an application in words.
func (s *Service) Lines(ctx context.Context, b Application, locale string) ([]Line, error) {
	sheets, err := s.ForApplications(ctx, b)
	if err != nil {
		return nil, err
	}
	out := []Line{}
	for _, one := range sheets[0] {
		if one.Answer != nil && !Empty(one.Answer.Value) {
			out = append(out, s.line(one.Definition, one.Answer.Value, s.newWording(ctx, one.ClientID, locale)))
		}
	}
	return out, nil
}

func (s *Service) line(d Definition, value json.RawMessage, sp wording) Line {
	return Line{Question: sp.text(d.LabelKey), Answer: s.words(d, value, sp)}
}

// newWording is how a client's texts are said in a language.
func (s *Service) newWording(ctx context.Context, clientID int64, locale string) wording {
	return wording{func(key string) string { return s.text(ctx, clientID, locale, key) }, locale}
}

// wording is how things are said to somebody.
type wording struct {
	text   func(key string) string
	locale string
}

// words says an answer as a person would read it.
func (s *Service) words(d Definition, raw json.RawMessage, sp wording) string {
	var value any
	if Empty(raw) || json.Unmarshal(raw, &value) != nil {
		return ""
	}
	switch d.Pair() {
	case Pair{Jsn, Date}:
		var p Period
		if json.Unmarshal(raw, &p) != nil {
			return ""
		}
		if p.To == nil {
			return fmt.Sprintf("%s –", p.From)
		}
		return fmt.Sprintf("%s – %s", p.From, *p.To)
	case Pair{Jsn, Currency}:
		var a Amount
		if json.Unmarshal(raw, &a) != nil {
			return ""
		}
		return a.Currency.Format(a.Amount, sp.locale) + " " + sp.text("panel.application.per."+string(a.Unit))
	}
	return d.answerText(value, raw, sp)
}

func (d Definition) answerText(value any, raw json.RawMessage, sp wording) string {
	if len(d.Options) > 0 {
		list, several := value.([]any)
		if !several {
			list = []any{value}
		}
		out := make([]string, len(list))
		for i, one := range list {
			out[i] = d.optionText(one, sp)
		}
		return strings.Join(out, ", ")
	}
	switch v := value.(type) {
	case bool:
		if v {
			return sp.text("common.yes")
		}
		return sp.text("common.no")
	case string:
		return v
	}
	return string(raw)
}

func (d Definition) optionText(value any, sp wording) string {
	at := slices.IndexFunc(d.Options, func(o Option) bool { return canonical(o.Value) == canonical(value) })
	if at < 0 {
		return fmt.Sprint(value)
	}
	return sp.text(d.Options[at].LabelKey)
}
