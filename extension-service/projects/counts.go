package projects

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Counts are the applications of a project by status.
type Counts map[string]int

// Words name the statuses to people who read a file; resource.Worded.
func (c Counts) Words(text func(key string) string) string {
	parts := make([]string, 0, len(c))
	for _, status := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %d", text("application.status."+status), c[status]))
	}
	return strings.Join(parts, ", ")
}
