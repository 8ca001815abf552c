package pools

import (
	"cmp"
	"slices"
	"strings"
)

// part is a membership that is to become one with others, and the pool it comes from.
type part struct {
	member Member
	pool   string // its name, which stands before its note
}

// strength orders the statuses: of several the strongest stays.
var strength = map[MemberStatus]int{Active: 3, Invited: 2, Expired: 1, Removed: 0}

const longestNote = 4000

// mergeMemberships is the membership that several of one person become. Its place in a pool is that of the first.
func mergeMemberships(first Member, others []part) Member {
	out := first
	out.Tags = mergedTags(first, others)
	for _, p := range others {
		m := p.member
		if strength[m.Status] > strength[out.Status] {
			out.Status = m.Status
		}
		if earlier := m.JoinedAt; !earlier.IsZero() && (out.JoinedAt.IsZero() || earlier.Before(out.JoinedAt)) {
			out.JoinedAt = earlier
		}
		if earlier := m.InvitedAt; !earlier.IsZero() && (out.InvitedAt.IsZero() || earlier.Before(out.InvitedAt)) {
			out.InvitedAt = earlier
		}
		if m.ExpiresAt.IsZero() || !out.ExpiresAt.IsZero() && m.ExpiresAt.After(out.ExpiresAt) {
			out.ExpiresAt = m.ExpiresAt
		}
		if m.Rating != nil && (out.Rating == nil || m.RatedAt.After(out.RatedAt)) {
			out.Rating, out.RatedAt = m.Rating, m.RatedAt
		}
		out.Note = joinedNote(out.Note, m.Note, p.pool)
	}
	return out
}

// joinedNote is a note with another one below a line that says which pool it comes from.
func joinedNote(note, other, pool string) string {
	if other == "" || other == note {
		return note
	}
	if note != "" || pool != "" {
		other = strings.TrimLeft(note+"\n"+pool+"\n"+other, "\n")
	}
	runes := []rune(other)
	return string(runes[:min(len(runes), longestNote)])
}

// mergedTags are the tags of all. When they are too many, those of the first come first, then those that most have.
func mergedTags(first Member, others []part) []string {
	uses, order := map[string]int{}, slices.Clone(first.Tags)
	for _, p := range others {
		for _, tag := range p.member.Tags {
			uses[sameName(tag)]++
		}
		order = append(order, p.member.Tags...)
	}
	order = tidyTags(order)
	own := min(len(tidyTags(first.Tags)), len(order))
	slices.SortStableFunc(order[own:], func(a, b string) int { return cmp.Compare(uses[sameName(b)], uses[sameName(a)]) })
	if len(order) == 0 {
		return first.Tags
	}
	return order[:min(len(order), mostTags)]
}
