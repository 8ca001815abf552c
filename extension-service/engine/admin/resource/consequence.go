package resource

import (
	"context"
	"maps"
)

// consequences are what trying an action on a record has shown that it does besides changing the record.
type consequences struct {
	impact map[string]int
	mails  int
}

type consequencesKey struct{}

// ReportImpact tells whoever tries an action what it does to others: counts by the names that the record's dialogs use.
// Of one action only the first counts: what follows belongs to records that change along.
func ReportImpact(ctx context.Context, impact map[string]int) {
	if c, ok := ctx.Value(consequencesKey{}).(*consequences); ok && c.impact == nil {
		c.impact = make(map[string]int, len(impact))
		maps.Copy(c.impact, impact)
	}
}

// ReportMail tells whoever tries an action that it sends a mail.
func ReportMail(ctx context.Context) {
	if c, ok := ctx.Value(consequencesKey{}).(*consequences); ok {
		c.mails++
	}
}

type remarksKey struct{}

// AddRemark tells whoever changes many records of something beside this one that stays as it is, by the key of its
// text.
func AddRemark(ctx context.Context, key string) {
	if remarks, ok := ctx.Value(remarksKey{}).(*[]string); ok {
		*remarks = append(*remarks, key)
	}
}
