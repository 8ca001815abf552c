package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/reserved"
)

// mistake is one thing that was asked for and cannot be, with what to write instead.
type mistake struct{ where, what, cure string }

// mistakes are all that were found.
type mistakes []mistake

// Error lists them, a line each.
func (all mistakes) Error() string {
	var b strings.Builder
	word := "mistakes"
	if len(all) == 1 {
		word = "mistake"
	}
	fmt.Fprintf(&b, "%d %s, and nothing was written:", len(all), word)
	for _, m := range all {
		fmt.Fprintf(&b, "\n  %s: %s; %s", m.where, m.what, m.cure)
	}
	return b.String()
}

// refer looks up what a reference names, and by which field its records are shown.
func (r kind) refer(f *field, p *product) mistakes {
	if f.Kind != "ref" {
		return nil
	}
	if f.Ref == r.Name {
		f.RefTable, f.Shows = r.table(), r.title()
		return nil
	}
	where := "field " + strings.TrimSuffix(f.Name, "Id")
	to, known := p.resources[f.Ref]
	f.RefTable, f.Shows = to.table, to.shows
	names := slices.Sorted(maps.Keys(p.resources))
	switch {
	case !known:
		return mistakes{{where, fmt.Sprintf("it refers to %q, which is no resource",
			f.Ref), suggestName(f.Ref, names) + "the resources are " + strings.Join(names, ", ")}}
	case to.table == "":
		return mistakes{{where, fmt.Sprintf("the records of %s (%s) are in no table of their own",
			f.Ref, to.at), "refer to the resource that they come from"}}
	case to.shows == "":
		return mistakes{{
			where, fmt.Sprintf("no title of %s (%s) that is stored and sorted says which record is meant",
				f.Ref, to.at),
			"give it a title with a column and store:\"fold\", or refer to the resource that its title comes from",
		}}
	}
	return nil
}

// wrongName finds what has the name of the resource, or what follows from it, already.
func (r kind) wrongName(p *product) (found mistakes) {
	fail := func(cure, format string, args ...any) {
		found = append(found, mistake{"NAME " + r.Name, fmt.Sprintf(format, args...), cure})
	}
	const another = "choose another name"
	if !nameRule.MatchString(r.Name) {
		fail("write it as tradeFair", "it is not in camel case")
		return found
	}
	if reason := reservedName(r.Name); reason != "" {
		fail("add what it is about, such as "+r.Name+"Entry", "%s", reason)
	}
	if reserved.IsSQLWord(r.table()) {
		fail(another, "its table would be called %s, which is a reserved word of SQL", r.table())
	}
	if one, exists := p.resources[r.Name]; exists {
		fail(another+", or take it away first: make remove NAME="+r.Name, "the resource is declared at %s already",
			one.at)
		return found
	}
	if at := p.calls[r.Name]; at != "" {
		fail(another, "the path /api/%s is taken by %s", r.Name, at)
	}
	if at := p.screens["/"+r.Group+"/"+r.folder()]; at != "" {
		fail(another, "the screen /%s/%s is taken by %s", r.Group, r.folder(), at)
	}
	if at := p.tables[r.table()]; at != "" {
		fail(another, "the table %s is made by %s already", r.table(), at)
	}
	if path := p.packages[r.folder()]; path != "" {
		fail(another, "its package would be called %s, as %s is", r.folder(), path)
	}
	if at := p.texts[r.Name]; at != "" {
		fail(another, "%s has texts of that name already", at)
	}
	if at := p.files[strings.ToLower(r.Name)]; at != "" {
		fail(another, "its texts would overwrite %s", at)
	}
	for _, verb := range verbs {
		if p.holders[r.typeName()+verb] {
			fail(another, "there is a permission %s%s already", r.typeName(), verb)
		}
	}
	return found
}

func (r kind) wrongGroup(p *product) mistakes {
	if slices.Contains(p.groups, r.Group) {
		return nil
	}
	return mistakes{{
		"GROUP " + r.Group, "the sidebar has no such group",
		suggestName(r.Group, p.groups) + "the groups are " + strings.Join(p.groups, ", "),
	}}
}

func (r kind) wrongRoles() (found mistakes) {
	if r.Roles == "" {
		return mistakes{{"ROLES", "nobody would hold its permissions", "name roles by their letters: " + roleNames}}
	}
	for _, letter := range r.Roles {
		if !strings.ContainsRune("abcd", letter) {
			found = append(found, mistake{"ROLES " + r.Roles, fmt.Sprintf("there is no role %q",
				letter), "the roles are " + roleNames})
		}
	}
	return found
}

const roleNames = "a CSM, b tech support, c content manager, d configuration manager"

// wrongFields finds fields that cannot be called so, and names that two of them would have.
func (r kind) wrongFields() (found mistakes) {
	used, columns := map[string]bool{}, map[string]bool{} // names in Go, and columns
	for _, f := range r.Fields {
		name := strings.TrimSuffix(f.Name, "Id")
		if f.Kind != "ref" {
			name = f.Name
		}
		where := "field " + name
		if reason := reservedName(f.Name); reason != "" {
			found = append(found, mistake{where, reason, "call it " + r.Name + goName(name) + ", say"})
			continue
		}
		if f.isEnum() && goName(f.Name) == r.typeName() {
			found = append(found, mistake{
				where, "its type would be called " + r.typeName() + ", as the record is",
				"call it " + name + "Kind, say",
			})
		}
		if twice := twiceIn(used, goName(f.Name), goName(f.shown())); twice != "" {
			found = append(found, mistake{where, "there would be two fields " + twice, "give one of them another name"})
			continue
		}
		if twice := twiceIn(columns, f.columnNames()...); twice != "" {
			found = append(found, mistake{where, "there would be two columns " + twice, "give one of them another name"})
		}
	}
	if r.title() == "" {
		found = append(found, mistake{"FIELDS", "no text stands for a record", "add one, such as name:text!"})
	}
	return append(found, r.wrongStatus()...)
}

// wrongStatus refuses a second status: a record has one.
func (r kind) wrongStatus() (found mistakes) {
	first := ""
	for _, f := range r.Fields {
		if f.Kind == "status" && first != "" {
			found = append(found, mistake{
				"field " + f.Name, "the status of a record is " + first + " already", "make it an enum",
			})
		}
		if f.Kind == "status" {
			first = f.Name
		}
	}
	return found
}

// twiceIn is the first of the names of a field that is taken; all of them are from now on.
func twiceIn(used map[string]bool, names ...string) (twice string) {
	for _, name := range names {
		if used[name] && twice == "" {
			twice = name
		}
	}
	for _, name := range names {
		used[name] = true
	}
	return twice
}

// columnNames are the columns of the field.
func (f field) columnNames() []string {
	if f.shape().Folded {
		return []string{snake(f.Name), snake(f.Name) + "_fold"}
	}
	return []string{snake(f.Name)}
}
