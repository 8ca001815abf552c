package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/texts"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/notes"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// declare registers every resource and returns the texts that are shipped with them, and what is wrong with the
// declarations by themselves. One that panics is not there.
func (s *Service) declare(extend []Extension) (shipped texts.Shipped, found *report) {
	found = s.parts.found
	found.runPhase(func() error { return s.declareAll(extend) })
	found.add(s.DB.Mistakes()...)
	if found.isCutShort() {
		return nil, found
	}
	found.runPhase(func() error {
		return errors.Join(check.Declarations(s.Registry.All(), found.absent...), s.checkTypes())
	})
	found.runPhase(func() (err error) { shipped, err = s.shippedTexts(extend); return err })
	return shipped, found
}

// completeReport adds to what is wrong with the declarations what their database, their texts and their calls lack, so
// that all is mended in one round.
func (s *Service) completeReport(ctx context.Context, found *report) error {
	found.runPhase(func() error { return check.Database(role.AsSystem(ctx, "start"), s.Registry.All()) })
	found.runPhase(func() error { return distinct(s.placedCalls()) })
	search := texts.NewSearch(s.parts.texts)
	for _, r := range s.Registry.All() { // the screen of one that is broken cannot be drawn, that of the next one can
		found.runPhase(func() error {
			search.Resources([]resource.Resource{r})
			return nil
		})
	}
	found.add(search.Err())
	return found.err()
}

func (s *Service) declareAll(extend []Extension) (err error) {
	s.parts.domains = s.declareDomains()
	if s.parts.staff, err = s.newStaff(); err != nil {
		return err
	}
	s.DB.StaffNames = s.staffNames
	add(s, staff.Resource, s.parts.staff)
	add(s, mail.Resource, s.parts.mail)
	s.parts.notes = s.newNotes()
	add(s, notes.Resource, s.parts.notes)
	s.declareAudit()
	for _, x := range extend {
		s.parts.found.runDeclaration(func() { x.Declare(s) })
	}
	return nil
}

// build makes the service of a resource over its table. Where that panics there is none, and add leaves it out.
func build[S any](s *Service, construct func(*store.DB, func(store.Config) store.Config) *S) (service *S) {
	s.parts.found.runDeclaration(func() { service = construct(s.DB, s.Table) })
	return service
}

// add declares the resource of a service. Where that panics the report says so, and the others are declared all the
// same.
func add[S any](s *Service, declare func(S) resource.Declaration, service S) {
	if v := reflect.ValueOf(service); v.Kind() == reflect.Pointer && v.IsNil() {
		return // what made it has panicked
	}
	s.parts.found.runDeclaration(func() { s.Registry.Add(declare(service)) })
}

// shippedTexts are those of the product and of what extends it: locale → key → text. The fields that every record has
// share the texts record.fields.<field>; a resource that calls one of them otherwise has a text of its own.
func (s *Service) shippedTexts(extend []Extension) (texts.Shipped, error) {
	own, err := directusschema.Texts()
	if err != nil {
		return nil, err
	}
	out := make(texts.Shipped, len(own))
	for locale, in := range own {
		out[locale] = maps.Clone(in)
	}
	for _, x := range extend {
		if x.Texts == nil {
			continue
		}
		more, err := directusschema.TextsIn(x.Texts)
		if err != nil {
			return nil, err
		}
		for locale, in := range more {
			for key := range in {
				if _, isDuplicate := out[locale][key]; isDuplicate {
					return nil, fmt.Errorf("the text %q (%s) of an extension stands in another place too", key, locale)
				}
			}
			maps.Copy(out[locale], in)
		}
	}
	return out, out.Share(s.Registry.All())
}

// checkTypes reports fields that take files which are never there.
func (s *Service) checkTypes() error {
	var errs []error
	for _, r := range s.Registry.All() {
		d := r.Declared()
		for _, f := range d.Fields {
			for _, pattern := range f.Accept {
				if !files.IsAccepted(pattern) {
					errs = append(errs, fmt.Errorf("%s: resource %q: field %s accepts %q, which is no type of file that is taken: %s",
						d.LineOf("field "+f.Name), d.Name, f.Name, pattern, strings.Join(files.Types(), ", ")))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// checkTexts reports every text that follows from a declaration and is not shipped in every locale, and cards for
// nobody.
func (s *Service) checkTexts() error {
	search := texts.NewSearch(s.parts.texts)
	search.Resources(s.Registry.All())
	var errs []error
	at := func() string { return "dashboard" }
	for _, c := range s.parts.dashboard.Cards {
		search.LookUp(at, "dashboard.card."+c.Key, "card "+c.Key)
		if slices.Contains(c.Steps, dashboard.Open) {
			search.LookUp(at, "dashboard.open."+c.Key, "card "+c.Key)
		}
		if len(role.GrantedBy(c.Needs)) == 0 {
			errs = append(errs, fmt.Errorf("dashboard: card %s: no role has the permission %q", c.Key, c.Needs))
		}
	}
	return errors.Join(append(errs, search.Err())...)
}
