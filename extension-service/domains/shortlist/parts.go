package shortlist

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Part is one thing that gives points.
type Part string

// The parts.
const (
	Skills       Part = "skills"
	Room         Part = "rate"
	Availability Part = "availability"
	Place        Part = "place"
	Experience   Part = "experience"
)

// Enum lists the parts.
func (Part) Enum() enum.List {
	return enum.List{Name: "shortlistPart", Text: "enum.shortlistPart", Values: enum.Strings(Parts)}
}

// Parts are all of them, in the order in which they are shown.
var Parts = []Part{Skills, Room, Availability, Place, Experience}

// Weights are how many points each part gives at most: 100 in all.
type Weights map[Part]int64

const (
	fullShare = 1000 // a share is counted in thousandths
	farLate   = 28   // days after the start from which being free gives nothing
	ampleRoom = 5    // a fifth below the limit gives all of its points
	inCountry = 700
)

// share is how much of the points of a part somebody gets, in thousandths.
func (part Part) share(n Need, p Person) int64 {
	switch part {
	case Skills:
		return skillShare(n, p)
	case Room:
		return rateShare(n, p)
	case Availability:
		return max(0, fullShare-n.daysLate(p)*fullShare/farLate) * min(p.Capacity, n.Capacity) / n.Capacity
	case Place:
		return placeShare(n, p)
	case Experience:
		if p.WorkedForClient {
			return fullShare
		}
	}
	return 0
}

func skillShare(n Need, p Person) int64 {
	all := int64(len(n.Must) + len(n.Wished))
	if all == 0 {
		return fullShare
	}
	return (all - int64(len(p.missingOf(n)))) * fullShare / all
}

func rateShare(n Need, p Person) int64 {
	switch {
	case n.Limit == nil:
		return fullShare
	case p.Rate == nil || *p.Rate >= *n.Limit:
		return 0
	}
	return min(fullShare, int64(*n.Limit-*p.Rate)*ampleRoom*fullShare/int64(*n.Limit))
}

func placeShare(n Need, p Person) int64 {
	const halfRemote = fullShare / 200
	switch {
	case n.Country == "" || n.Remote == 100 || n.Country == p.Country && n.City == p.City:
		return fullShare
	case n.Country == p.Country:
		return inCountry
	}
	return n.Remote * halfRemote
}

// improve is somebody with one thing changed that gives more points in a part, and what that is; nil where nothing can
// be changed.
func (part Part) improve(n Need, p Person) (Person, *Change) {
	switch part {
	case Skills:
		missing := p.missingOf(n)
		if len(missing) == 0 {
			return p, nil
		}
		p.Skills = append(slices.Clip(p.Skills), missing[0].Key)
		return p, &Change{Part: part, Skill: missing[0].Name}
	case Room:
		if n.Limit == nil || rateShare(n, p) == fullShare {
			return p, nil
		}
		p.Rate = new(*n.Limit - *n.Limit/ampleRoom)
		return p, &Change{Part: part, Rate: p.Rate}
	case Availability:
		if part.share(n, p) == fullShare {
			return p, nil
		}
		p.FreeFrom, p.Capacity = n.Start, max(p.Capacity, n.Capacity)
		return p, &Change{Part: part, Date: p.FreeFrom, Capacity: p.Capacity}
	case Place, Experience:
	}
	return p, nil
}

func names(skills []Skill) []string {
	out := make([]string, len(skills))
	for i, s := range skills {
		out[i] = s.Name
	}
	return out
}
