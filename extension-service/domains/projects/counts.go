package projects

import (
	"fmt"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Counts are the applications of a project by status.
type Counts map[string]int

// Counts lists the statuses with the keys of their texts; field.Counted. The owner of the statuses has the same
// keys.
func (Counts) Counts() []enum.Choice {
	names := enum.List{
		Text:   "application.status",
		Values: []string{"uc", "a", "sp", "sf", "s2c", "h", "rm", "rv", "w"},
		Names: []string{
			"UNCONFIRMED", "ACTIVE", "SEND_PENDING", "SEND_FAILED", "SENT_TO_CLIENT", "HIRED", "REJECTED_BY_MSP",
			"REJECTED_BY_VMS", "WITHDRAWN",
		},
	}
	return names.Choices()
}

// Words name the statuses to people who read a file; field.Worded.
func (c Counts) Words(text func(key string) string) string {
	var parts []string
	for _, status := range c.Counts() {
		if n, isCounted := c[status.Value]; isCounted {
			parts = append(parts, fmt.Sprintf("%s %d", text(status.Text), n))
		}
	}
	return strings.Join(parts, ", ")
}
