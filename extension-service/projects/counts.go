package projects

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Counts are the applications of a project by status.
type Counts map[string]int

// statusNames are the names that the texts of application statuses go by; the owner of the statuses has the same.
var statusNames = map[string]string{
	"uc": "UNCONFIRMED", "a": "ACTIVE", "sp": "SEND_PENDING", "sf": "SEND_FAILED", "s2c": "SENT_TO_CLIENT", "h": "HIRED",
	"rm": "REJECTED_BY_MSP", "rv": "REJECTED_BY_VMS", "w": "WITHDRAWN",
}

// Words name the statuses to people who read a file; resource.Worded.
func (c Counts) Words(text func(key string) string) string {
	parts := make([]string, 0, len(c))
	for _, status := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %d", text("application.status."+statusNames[status]), c[status]))
	}
	return strings.Join(parts, ", ")
}
