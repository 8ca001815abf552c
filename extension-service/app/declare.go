package app

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// declare registers every resource and returns the texts that are shipped with them. What is wrong with a declaration by
// itself is reported, all of it at once; the database and the texts are looked at later.
func (s *Service) declare(extend []Extension) (texts map[string]map[string]string, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case resource.MistakeError: // a struct that no table can be made of
			err = x
		default:
			panic(x)
		}
	}()
	s.parts.domains = s.declareDomains()
	s.declareAudit()
	for _, x := range extend {
		x.Declare(s)
	}
	if err := s.Registry.Check(); err != nil {
		return nil, err
	}
	return s.shippedTexts(extend)
}

// shippedTexts are those of the product and of what extends it: locale → key → text. The fields that every record has share
// the texts record.fields.<field>; a resource that calls one of them otherwise has a text of its own.
func (s *Service) shippedTexts(extend []Extension) (map[string]map[string]string, error) {
	own, err := directusschema.Texts()
	if err != nil {
		return nil, err
	}
	out := make(map[string]map[string]string, len(own))
	for locale, texts := range own {
		out[locale] = maps.Clone(texts)
	}
	for _, x := range extend {
		if x.Texts == nil {
			continue
		}
		more, err := directusschema.TextsIn(x.Texts)
		if err != nil {
			return nil, err
		}
		for locale, texts := range more {
			for key := range texts {
				if _, taken := out[locale][key]; taken {
					return nil, fmt.Errorf("the text %q (%s) of an extension stands in another place too", key, locale)
				}
			}
			maps.Copy(out[locale], texts)
		}
	}
	return out, s.shareTexts(out)
}

func (s *Service) shareTexts(texts map[string]map[string]string) error {
	shared, err := resource.FieldsOf(reflect.TypeFor[resource.Record]())
	if err != nil {
		return err
	}
	for _, r := range s.Registry.All() {
		if r.About().Route == "" {
			continue
		}
		for _, f := range shared {
			key := "resources." + r.About().Name + ".fields." + f.Name
			for _, in := range texts {
				if in[key] == "" {
					in[key] = in["record.fields."+f.Name]
				}
			}
		}
	}
	return nil
}

// checkTexts reports every text that follows from a declaration and is not shipped in every locale, and cards for nobody.
func (s *Service) checkTexts() error {
	var errs []error
	checked := map[string]bool{}
	check := func(at, key, of string) {
		if checked[key] {
			return
		}
		checked[key] = true
		for _, locale := range slices.Sorted(maps.Keys(s.parts.texts)) {
			if s.parts.texts[locale][key] == "" {
				errs = append(errs, fmt.Errorf("%s: %s: no text %q in %s (seed/%s/*.json)", at, of, key, locale, locale))
			}
		}
	}
	for _, r := range s.Registry.All() { // those without a screen are named in the audit log
		check(r.About().At, "resources."+r.About().Name+".name", fmt.Sprintf("resource %q", r.About().Name))
	}
	everybody := &role.Caller{Kind: role.System, Permissions: role.Permissions()}
	for _, r := range s.Registry.All() {
		m := r.Meta(everybody)
		if m.Route == "" {
			continue
		}
		wanted := m.Keys()
		for _, key := range slices.Sorted(maps.Keys(wanted)) {
			check(r.About().At, key, fmt.Sprintf("resource %q: %s", m.Name, wanted[key]))
		}
	}
	for _, c := range s.parts.dashboard.Cards {
		check("dashboard", "dashboard.card."+c.Key, "card "+c.Key)
		if len(role.GrantedBy(c.Needs)) == 0 {
			errs = append(errs, fmt.Errorf("dashboard: card %s: no role has the permission %q", c.Key, c.Needs))
		}
	}
	return errors.Join(errs...)
}
