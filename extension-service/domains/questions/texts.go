package questions

import (
	"context"
	"encoding/json"
)

// MessageKeys lists the keys of texts that questions name, those of their older versions among them.
func (s *Service) MessageKeys(ctx context.Context) (out []string, err error) {
	var label, help, text string
	err = s.DB().Each(ctx, []any{&label, &help, &text}, func() error {
		out = append(out, label, help)
		if text == "" {
			return nil
		}
		var options []Option
		if err := json.Unmarshal([]byte(text), &options); err != nil {
			return err
		}
		for _, option := range options {
			out = append(out, option.LabelKey)
		}
		return nil
	}, `SELECT label_key, help_key, options FROM questions`)
	return out, err
}
