package access

import (
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// called is a call of the product, with the kind of record that it is about.
func (s *Service) called(name string) (subject, error) {
	calls := s.Calls()
	at := slices.IndexFunc(calls, func(e resource.Endpoint) bool { return e.Name == name })
	if at < 0 {
		return subject{}, fault.Validation().Field("call", "validation.oneOf", nil)
	}
	e := calls[at]
	about := subject{of: s.recordOf(e), isPublic: e.Public, isAll: e.Everybody}
	for _, needs := range [][]role.Permission{e.Needs, e.Also} {
		if len(needs) > 0 {
			about.needs = append(about.needs, needs)
		}
	}
	if about.of == nil {
		return about, nil
	}
	verb, own := strings.CutPrefix(e.Name, about.of.Facts().Name+".")
	if verb == "restoreVersion" { // it writes as an update does
		verb = "update"
	}
	if own && slices.Contains(about.of.Verbs(), strings.TrimSuffix(verb, ".undo")) {
		about.verb = verb
	}
	return about, nil
}

// recordOf is the kind of record that the id of a call names: by what stands before it in the path, or by the call's
// name.
func (s *Service) recordOf(e resource.Endpoint) resource.Resource {
	base, _, _ := strings.Cut(e.Path, "/{")
	last := base[strings.LastIndex(base, "/")+1:]
	family, rest, _ := strings.Cut(e.Name, ".")
	var under resource.Resource // the one whose path is the longest beginning
	for _, r := range s.Records.All() {
		about := r.Facts()
		if about.Path == base {
			return r
		}
		if strings.HasPrefix(base, about.Path+"/") && (under == nil || len(about.Path) > len(under.Facts().Path)) {
			under = r
		}
	}
	for _, r := range []resource.Resource{s.Records.Named(last), under, s.Records.Named(family), s.Records.Named(rest)} {
		if r != nil {
			return r
		}
	}
	return nil
}
