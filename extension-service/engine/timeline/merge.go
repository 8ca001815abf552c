package timeline

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// cursor says of each source the id of the last event that was shown: what comes next is before it. Each source goes
// along its own ids, so that nothing is told twice or left out where events of several sources have the same instant.
type cursor map[string]int64

// parseCursor reads what String has written. VALIDATION for anything else.
func parseCursor(text string) (cursor, error) {
	out := cursor{}
	for one := range strings.SplitSeq(text, ",") {
		if one == "" {
			continue
		}
		source, number, _ := strings.Cut(one, ":")
		id, err := strconv.ParseInt(number, 10, 64)
		if err != nil || id < 1 {
			return nil, fault.Validation().Field("before", "validation.integer", nil)
		}
		out[source] = id
	}
	return out, nil
}

// String is the cursor as the next question has it.
func (c cursor) String() string {
	parts := make([]string, 0, len(c))
	for _, source := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, source+":"+strconv.FormatInt(c[source], 10))
	}
	return strings.Join(parts, ",")
}

// merge puts the newest events of all parts into one page. Each part has as many as the page, if there are so many.
func merge(parts []part, before cursor, limit int) Page {
	out, last := Page{Results: []Event{}}, maps.Clone(before)
	for len(out.Results) < limit {
		newest := -1
		for i, p := range parts {
			if len(p.events) > 0 && (newest < 0 || p.events[0].At > parts[newest].events[0].At) {
				newest = i
			}
		}
		if newest < 0 {
			return out
		}
		p := &parts[newest]
		out.Results, last[p.source] = append(out.Results, p.events[0]), p.events[0].ID
		p.events = p.events[1:]
	}
	out.Next = last.String()
	return out
}
