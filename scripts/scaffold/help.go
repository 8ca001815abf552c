package main

import (
	"fmt"
	"strings"
)

// explain is what make resource says without a name: how it is asked, and what can be asked for.
func explain(groups []string) string {
	var b strings.Builder
	b.WriteString(`make resource NAME=certificate FIELDS="name:text! freelancer:ref! expiresOn:date level:enum(JUNIOR|SENIOR)" GROUP=users ROLES=ad

NAME    what one record is called, in camel case: certificate, tradeFair
FIELDS  name:kind of each field, with ! at its end where it is required; the first text stands for the record
GROUP   group of the sidebar that its list is in, and the first part of its address; platform where none is named
PART    resource that its records are parts of, such as timesheet for the days of one: they are a tab of it, may be changed
        only while it may be edited, and are deleted with it; the reference to it need not be named in FIELDS
ROLES   who may read, create, update and delete its records, by letters; ad where none is named:
          a  CSM: works with projects, applications and people
          b  tech support: looks after jobs, indexes and messages
          c  content manager: keeps texts and images
          d  configuration manager: keeps clients, accounts and settings

Groups  ` + strings.Join(groups, ", ") + `

Kinds
`)
	for _, name := range kinds() {
		marks := ""
		if shapes[name].Filter {
			marks = " (lists can be narrowed by it)"
		}
		fmt.Fprintf(&b, "  %-9s %s%s\n", name, shapes[name].About, marks)
	}
	b.WriteString(`
make change NAME=certificate …   renames, drops or retypes a field, or changes its values
make remove NAME=certificate     takes the resource away again
`)
	return b.String()
}
