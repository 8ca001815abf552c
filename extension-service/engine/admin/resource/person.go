package resource

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Person is the resource whose records are people, who may ask to be forgotten.
const Person = "freelancer"

// ErasurePolicy says what becomes of the records about a person when that person is forgotten. Unless the domain sees
// to it, the records of a person that is merged become those of the one that stays, and the access export holds them
// and their files.
type ErasurePolicy struct{ how, why string }

const (
	byDeletion = "deletion"
	byClearing = "clearing"
	retained   = "kept"
	byDomain   = "domain"
)

// ByDeletion removes the records and the files they name. All they say is taken for personal in the audit log.
func ByDeletion() ErasurePolicy { return ErasurePolicy{how: byDeletion} }

// ByClearing empties the fields that are marked personal or sensitive; the record stays.
func ByClearing() ErasurePolicy { return ErasurePolicy{how: byClearing} }

// Retained leaves the records as they are, for a reason: they say nothing of the person, or somebody must keep them.
func Retained(why string) ErasurePolicy { return ErasurePolicy{retained, why} }

// ByDomain says where the domain itself erases, moves and exports them.
func ByDomain(where string) ErasurePolicy { return ErasurePolicy{byDomain, where} }

// compilePerson finds the person that the records are about, and refuses a declaration that is silent about what
// becomes of what it holds of one.
func (c *served) compilePerson() {
	var refs []*field.Field
	personal := ""
	for _, f := range c.fields {
		if f.Ref == Person && f.Column != "" && c.Name != Person {
			refs = append(refs, f)
			personal = cmp.Or(personal, f.Name)
		}
		if f.Personal {
			personal = f.Name
		}
	}
	switch {
	case c.subject != nil:
		c.person = c.subject
	case len(refs) == 1 && !refs[0].Many && !refs[0].Nullable():
		c.person = refs[0]
	}
	c.checkFate(personal)
	if c.Forgotten.how != byDeletion || c.person == nil {
		return
	}
	for _, f := range c.fields {
		f.Personal = f.Personal || f.HasText() && f.Column != "" && !isOfRecord(f)
	}
	if t, ok := c.Store.typedStore().(interface{ TreatAllAsPersonal() }); ok {
		t.TreatAllAsPersonal()
	}
}

// isOfRecord says whether every record has the field.
func isOfRecord(f *field.Field) bool {
	_, ok := reflect.TypeFor[Record]().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, f.Name) })
	return ok
}

func (c *served) checkFate(personal string) {
	fate := c.Forgotten
	switch {
	case fate.how == "" && personal != "":
		c.fail("%s is about a person: say with Forgotten what becomes of the records when one is forgotten: "+
			"resource.ByDeletion(), ByClearing(), Retained(why) or ByDomain(where)", personal)
	case (fate.how == retained || fate.how == byDomain) && fate.why == "":
		c.fail("Forgotten gives no reason")
	case (fate.how == byDeletion || fate.how == byClearing) && c.person == nil:
		c.fail("Forgotten: no field, or more than one, says whom the records are about: name it as Subject, " +
			"or see to it in the domain (resource.ByDomain)")
	case fate.how == byClearing && !slices.ContainsFunc(c.fields, cleared):
		c.fail("Forgotten: there is nothing to clear: no stored field is marked personal")
	}
}

// cleared says whether ByClearing empties a field.
func cleared(f *field.Field) bool { return f.Personal && f.Column != "" && f.Ref == "" }

// mostOfOne are more records than any resource has of one person.
const mostOfOne = 10_000

// recordsAbout reads the records about a person that the caller can see, none where the domain sees to them itself.
func (c *served) recordsAbout(ctx context.Context, person int64) (page, error) {
	if c.person == nil || c.Forgotten.how == byDomain || c.Forgotten.how == "" {
		return page{}, nil
	}
	return c.Store.list(ctx, query.Query{
		Where: []query.Cond{{Field: c.person, Op: query.Is, Values: []any{person}}},
		Sort:  []query.Sort{{Field: field.Find(c.fields, "id")}},
		Limit: mostOfOne, NoTotal: true, Trash: query.Both,
	})
}

// change writes each record about a person as the system.
func (c *served) change(ctx context.Context, action string, person int64,
	write func(ctx context.Context, old entity) error,
) error {
	ctx = WithAct(role.AsSystem(ctx, Person+"."+action), Act{Action: action})
	rows, err := c.recordsAbout(ctx, person)
	for i := 0; err == nil && i < rows.len(); i++ {
		err = write(ctx, rows.at(i))
	}
	return err
}

// EraseAbout does with the records about a person what the declaration says. Call it before the person's key in the
// audit log is deleted, which holds what the records said.
func (c *served) EraseAbout(ctx context.Context, person int64) error {
	switch c.Forgotten.how {
	case byDeletion:
		return c.change(ctx, "delete", person, func(ctx context.Context, old entity) error {
			return c.delete(ctx, old)
		})
	case byClearing:
		return c.change(ctx, "anonymise", person, func(ctx context.Context, old entity) error {
			emptied := copyEntity(old)
			for _, f := range c.fields {
				if cleared(f) {
					f.In(valueOf(emptied)).SetZero()
				}
			}
			return c.Store.update(ctx, old, emptied)
		})
	}
	return nil
}

// Mover is a Store with a rule of its own for how a record about one person becomes another's: where there may be one
// of a kind only.
type Mover[T any] interface {
	MoveTo(ctx context.Context, old T, person int64) error
}

// Move makes the records about a person those of another.
func (c *served) Move(ctx context.Context, from, to int64) error {
	return c.change(ctx, "merge", from, func(ctx context.Context, old entity) error {
		if isMover, err := c.Store.moveTo(ctx, old, to); isMover || err != nil {
			return err
		}
		moved := copyEntity(old)
		c.person.In(valueOf(moved)).SetInt(to)
		return c.Store.update(ctx, old, moved)
	})
}

// RecordsOf are the records about a person that the caller can see, for the access export.
func (c *served) RecordsOf(ctx context.Context, person int64) ([]any, error) {
	rows, err := c.recordsAbout(ctx, person)
	out := make([]any, rows.len())
	for i := range out {
		out[i] = field.Encoded(field.AppendObject(nil, c.answers, rows.row(i)))
	}
	return out, err
}

// DeletedWithPerson says whether the records about a person are deleted when the person is forgotten.
func (c *served) DeletedWithPerson() bool { return c.Forgotten.how == byDeletion }

// aboutPeople is what a registry asks of its resources.
type aboutPeople interface {
	EraseAbout(ctx context.Context, person int64) error
	Move(ctx context.Context, from, to int64) error
	RecordsOf(ctx context.Context, person int64) ([]any, error)
	DeletedWithPerson() bool
}

// EraseAboutPerson does with the records about a person what their declarations say, in the transaction of ctx.
func (r *Registry) EraseAboutPerson(ctx context.Context, person int64) error {
	for _, x := range r.all {
		if err := x.EraseAbout(ctx, person); err != nil {
			return err
		}
	}
	return nil
}

// MovePerson makes the records about a person those of another, in the transaction of ctx.
func (r *Registry) MovePerson(ctx context.Context, from, to int64) error {
	for _, x := range r.all {
		if err := x.Move(ctx, from, to); err != nil {
			return err
		}
	}
	return nil
}

// PersonRecords are the records about a person by resource, and how many of them are deleted with the person.
type PersonRecords struct {
	Records            map[string][]any
	Deleted, Remaining int64
}

// RecordsAbout gathers the records about people that the caller can see.
func (r *Registry) RecordsAbout(ctx context.Context, people ...int64) (PersonRecords, error) {
	out := PersonRecords{Records: map[string][]any{}}
	for _, x := range r.all {
		for _, id := range people {
			rows, err := x.RecordsOf(ctx, id)
			switch n := int64(len(rows)); {
			case err != nil:
				return out, err
			case n == 0:
				continue
			case x.DeletedWithPerson():
				out.Deleted += n
			default:
				out.Remaining += n
			}
			out.Records[x.Facts().Name] = append(out.Records[x.Facts().Name], rows...)
		}
	}
	return out, nil
}
