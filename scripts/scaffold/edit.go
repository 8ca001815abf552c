package main

import (
	"fmt"
	"regexp"
	"strings"
)

var verbs = []string{"Read", "Create", "Update", "Delete"}

// grant adds the permissions and who holds them.
func (r kind) grant(text string) (string, error) {
	var names, holders string
	for _, verb := range verbs {
		names += fmt.Sprintf("\t%s%s Permission = %q\n", r.typeName(), verb, r.Name+"."+strings.ToLower(verb))
		holders += fmt.Sprintf("\t{%s%s, %q},\n", r.typeName(), verb, r.Roles)
	}
	text, err := insertBefore(text, "\n)\n\n// table is", names)
	if err != nil {
		return "", err
	}
	return insertBefore(text, "\n}\n", holders)
}

// revoke takes them away.
func (r kind) revoke(text string) (string, error) {
	of := r.typeName() + "(" + strings.Join(verbs, "|") + ")"
	return regexp.MustCompile(`(?m)^\t(`+of+`\s+Permission = .*|\{`+of+`, .*)\n`).ReplaceAllString(text, ""), nil
}

func (r kind) imported() string {
	return fmt.Sprintf("\t%q\n", "poolkeeper.example/extension-service/domains/"+r.folder())
}

// serviceField is the service of the resource among those of the business.
func (r kind) serviceField() string {
	return fmt.Sprintf("\t%s *%s.Service\n", plural(r.Name), r.folder())
}

func (r kind) declared() string {
	return fmt.Sprintf("\td.%[1]s = build(s, %[2]s.New)\n\tadd(s, %[2]s.Resource, d.%[1]s)\n",
		plural(r.Name), r.folder())
}

// addToProduct adds the resource to those of the product.
func (r kind) addToProduct(text string) (string, error) {
	at := strings.Index(text, "\treturn d\n}\n")
	if at < 0 {
		return "", fmt.Errorf("the end of the list of resources is not found")
	}
	text, err := insertBefore(text[:at]+r.declared()+text[at:], "\n}\n\n// declareDomains", r.serviceField())
	if err != nil {
		return "", err
	}
	return insertBefore(text, "\n)\n", r.imported())
}

// delist takes it out of them, as it was written; what was added by hand the compiler names.
func (r kind) delist(text string) (string, error) {
	held := regexp.MustCompile(`(?m)^\t` + plural(r.Name) + `\s+\*` + r.folder() + `\.Service\n`)
	return held.ReplaceAllString(strings.NewReplacer(r.imported(), "", r.declared(), "").Replace(text), ""), nil
}

// insertBefore adds lines in front of where the mark begins a line.
func insertBefore(text, mark, lines string) (string, error) {
	at := strings.Index(text, mark)
	if at < 0 {
		return "", fmt.Errorf("%q is not found", strings.TrimSpace(mark))
	}
	return text[:at+1] + lines + text[at+1:], nil
}
