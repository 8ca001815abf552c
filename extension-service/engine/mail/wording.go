package mail

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// Wording are the words of a mail that somebody has written by hand ("Mail"): they stand in place of the texts of its
// template. The zero value is none. Its one placeholder is %{link}, for the address of a mail that has one.
type Wording struct {
	Subject string `json:"subject" check:"required,max=200"`
	Body    string `json:"body"    kind:"longtext" check:"required,max=10000"`
}

// linkHole stands for the address that a mail leads to.
const linkHole = "%{link}"

// Draft is a mail as its template words it in the language of the recipient, with its values in place, for somebody to
// write on. Of a mail with a link the placeholder stays.
func (s *Service) Draft(ctx context.Context, m Mail) Wording {
	r := &row{Mail: m}
	link := ""
	if m.Link != nil {
		link = linkHole
	}
	return Wording{
		Subject: oneLine(FillPlaceholders(s.text(ctx, r, "subject"), m.Params, link)),
		Body:    FillPlaceholders(s.text(ctx, r, "body"), m.Params, link),
	}
}

// HasOwnWords says whether the body says anything that the draft it was written on does not.
func (w Wording) HasOwnWords(draft Wording) bool {
	draftLines := lines(draft.Body)
	return slices.ContainsFunc(lines(w.Body), func(line string) bool { return !slices.Contains(draftLines, line) })
}

// lines are those of a text that are not blank.
func lines(text string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// Check adds to bad what is wrong with the words of a mail: none at all, a placeholder that nothing fills, which would
// leave a hole, or a link that is missing.
func (w Wording) Check(hasLink bool, bad *fault.Error) {
	for field, text := range map[string]string{"subject": w.Subject, "body": w.Body} {
		if strings.TrimSpace(text) == "" {
			bad.Field(field, "validation.required", nil)
		}
		for _, found := range hole.FindAllString(text, -1) {
			if found != linkHole || !hasLink || field == "subject" {
				bad.Field(field, "mail.error.placeholder", map[string]any{"placeholder": found})
			}
		}
	}
	if hasLink && !strings.Contains(w.Body, linkHole) {
		bad.Field("body", "mail.error.linkMissing", map[string]any{"placeholder": linkHole})
	}
}
