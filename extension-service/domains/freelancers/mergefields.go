package freelancers

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Chosen is one field that differs, and whose value it will have.
type Chosen struct {
	Name string `json:"name"`
	From Side   `json:"from"`
	Many bool   `json:"many,omitempty"` // a list, of which both values can stay
}

// joined are the lists of which a merge can take both.
var joined = map[string]func(p *Freelancer, other Freelancer){
	"skills":    func(p *Freelancer, other Freelancer) { p.Skills = mergedSkills(p.Skills, other.Skills) },
	"languages": func(p *Freelancer, other Freelancer) { p.Languages = mergedLanguages(p.Languages, other.Languages) },
}

// mergeable are the fields whose value may come from either record.
func mergeable() []*field.Field {
	fs, _ := field.List(reflect.TypeFor[Freelancer]())
	return slices.DeleteFunc(slices.Clone(fs), func(f *field.Field) bool {
		return f.ReadOnly || f.CreateOnly || f.Column == "" ||
			slices.Contains([]string{"legalHold", "legalHoldReason", "externalIds", "attachments"}, f.Name)
	})
}

// choose says of every field that differs whose value stays.
func (s *Service) choose(ctx context.Context, p, other Freelancer, wanted map[string]Side) ([]Chosen, error) {
	fs, bad := mergeable(), fault.Validation()
	for name, from := range wanted {
		f, sides := field.Find(fs, name), Side("").Options()[:2]
		if joined[name] != nil {
			sides = Side("").Options()
		}
		switch {
		case f == nil:
			bad.Field("fields."+name, "error.unknownField", nil)
		case !slices.Contains(sides, string(from)):
			bad.Field("fields."+name, "validation.oneOf", map[string]any{"values": sides})
		case f.Sensitive && from == fromOther && !role.From(ctx).Can(role.FreelancerPIIRead):
			return nil, resource.Forbidden(role.FreelancerPIIRead)
		}
	}
	if err := bad.OrNil(); err != nil {
		return nil, err
	}
	m := merging{fs, reflect.ValueOf(p), reflect.ValueOf(other), wanted}
	out := []Chosen{}
	for _, f := range fs {
		if reflect.DeepEqual(f.In(m.here).Interface(), f.In(m.there).Interface()) {
			continue
		}
		from, isClear := m.sourceSide(f)
		if !isClear {
			bad.Field("fields."+f.Name, "validation.oneCurrency", nil)
		}
		out = append(out, Chosen{Name: f.Name, From: from, Many: joined[f.Name] != nil})
	}
	united := s.mergedRecord(p, other, out)
	for name, n := range map[string]int{"skills": len(united.Skills), "languages": len(united.Languages)} {
		if most := field.Find(fs, name).Max; n > most {
			bad.Field("fields."+name, "validation.maxItems", map[string]any{"max": most})
		}
	}
	return out, bad.OrNil()
}

// merging is a choice between the fields of two records.
type merging struct {
	fields      []*field.Field
	here, there reflect.Value
	wanted      map[string]Side
}

// sourceSide says from which record a field comes. Amounts in different currencies come from one record with their
// currency; it is not clear from which when some are wanted from one and some from the other.
func (m merging) sourceSide(f *field.Field) (from Side, isClear bool) {
	group := field.OneAmount(m.fields, f)
	if currency := group[0]; len(group) == 1 || currency.In(m.here).String() == currency.In(m.there).String() {
		return cmp.Or(m.wanted[f.Name], m.filled(f)), true
	}
	isClear = true
	for _, one := range group {
		side := m.wanted[one.Name]
		isClear = isClear && (side == "" || from == "" || side == from)
		from = cmp.Or(from, side)
	}
	return cmp.Or(from, m.filled(group[1:]...)), isClear
}

// filled is the other record when this one has nothing in the fields and that one has.
func (m merging) filled(fs ...*field.Field) Side {
	has := func(v reflect.Value) bool {
		return slices.ContainsFunc(fs, func(f *field.Field) bool {
			x := f.In(v)
			return !x.IsZero() && (x.Kind() != reflect.Slice || x.Len() > 0)
		})
	}
	if !has(m.here) && has(m.there) {
		return fromOther
	}
	return fromThis
}

// mergedRecord is the record that stays: every field from where it was chosen, the ids of other systems and the files
// of both, the later consent, and whatever binds either.
func (s *Service) mergedRecord(p, other Freelancer, chosen []Chosen) Freelancer {
	out := p
	to, from := reflect.ValueOf(&out).Elem(), reflect.ValueOf(other)
	fs := mergeable()
	for _, c := range chosen {
		switch f := field.Find(fs, c.Name); c.From {
		case fromOther:
			f.In(to).Set(f.In(from))
		case fromBoth:
			joined[c.Name](&out, other)
		case fromThis:
		}
	}
	if out.Email != p.Email {
		out.EmailVerifiedAt, out.PendingEmail = other.EmailVerifiedAt, other.PendingEmail
	}
	if out.MSPID != p.MSPID {
		out.MSPName = other.MSPName
	}
	out.Name = out.FirstName + " " + out.LastName
	out.Attachments = mergedFiles(p.Attachments, other.Attachments)
	out.ExternalIDs, _ = mergedIDs(p.ExternalIDs, other.ExternalIDs)
	out.Consent = mergedConsent(p.Consent, other.Consent, s.Now())
	if other.LegalHold && !p.LegalHold {
		out.LegalHold, out.LegalHoldReason = true, other.LegalHoldReason
	}
	return out
}

func mergedFiles(ours, theirs []string) []string {
	return append(slices.Clone(ours), slices.DeleteFunc(slices.Clone(theirs), func(id string) bool {
		return slices.Contains(ours, id)
	})...)
}

// mostIDs is how many ids of other systems a record has room for.
const mostIDs = 20

// mergedIDs are the ids that other systems have for either, those of one system too, and those for which there is no
// room.
func mergedIDs(ours, theirs []ExternalID) (all, lost []ExternalID) {
	all, lost = slices.Clone(ours), []ExternalID{}
	for _, x := range theirs {
		switch {
		case slices.Contains(all, x):
		case len(all) < mostIDs:
			all = append(all, x)
		default:
			lost = append(lost, x)
		}
	}
	return all, lost
}

// mergedSkills are those of both, each once however it is written.
func mergedSkills(ours, theirs []string) []string {
	out := slices.Clone(ours)
	for _, skill := range theirs {
		if !slices.ContainsFunc(out, func(had string) bool { return store.Fold(had) == store.Fold(skill) }) {
			out = append(out, skill)
		}
	}
	return out
}

// mergedLanguages are those of both, each at the higher of the two levels.
func mergedLanguages(ours, theirs []skills.Language) []skills.Language {
	out := slices.Clone(ours)
	for _, l := range theirs {
		at := slices.IndexFunc(out, func(had skills.Language) bool { return had.Code == l.Code })
		switch {
		case at < 0:
			out = append(out, l)
		case l.Level > out[at].Level: // A1 to C2 are in the order of their names
			out[at].Level = l.Level
		}
	}
	return out
}

// latest is when somebody has last agreed to something.
func (c Consent) latest() (at time.Time) {
	for _, one := range []time.Time{c.DataProcessingAt, c.PoolAt, c.ShareAt} {
		if one.After(at) {
			at = one
		}
	}
	return at
}

// laterConsent says which of two consents is the later one; of two of the same instant the one that lasts longer.
func laterConsent(ours, theirs Consent) Side {
	switch order := theirs.latest().Compare(ours.latest()); {
	case ours.latest().IsZero() && theirs.latest().IsZero():
		return ""
	case order > 0, order == 0 && theirs.outlasts(ours):
		return fromOther
	default:
		return fromThis
	}
}

func (c Consent) outlasts(other Consent) bool {
	return !other.ValidUntil.IsZero() && (c.ValidUntil.IsZero() || c.ValidUntil.After(other.ValidUntil))
}

// mergedConsent is the later of two consents, with what the earlier one allows besides and still holds.
func mergedConsent(ours, theirs Consent, now time.Time) Consent {
	later, earlier := ours, theirs
	if laterConsent(ours, theirs) == fromOther {
		later, earlier = theirs, ours
	}
	for _, kind := range []struct{ to, from *time.Time }{
		{&later.DataProcessingAt, &earlier.DataProcessingAt},
		{&later.PoolAt, &earlier.PoolAt},
		{&later.ShareAt, &earlier.ShareAt},
	} {
		if earlier.isValid(*kind.from, now) && kind.from.After(*kind.to) {
			*kind.to = *kind.from
		}
	}
	return later
}
