// Command scaffold writes a resource as a person would: struct, declaration, migration, texts, tests, permissions and
// its place in the list of resources. It takes one away again too. What it writes is meant to be edited.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

type addCommand struct {
	Name   string   `arg:"" help:"Name of one record in camel case, such as certificate or tradeFair."`
	Fields []string `arg:"" optional:"" help:"name:kind of each field, with ! where it is required: name:text! freelancer:ref! expiresOn:date level:enum(JUNIOR|SENIOR)"`
	Group  string   `default:"platform" help:"Group of the sidebar that leads to its list."`
	Part   string   `help:"Resource that its records are parts of: a tab of it, changed only while it may be, deleted with it."`
	Roles  string   `default:"ad" help:"Roles that hold its permissions, by their letters: a CSM, b tech support, c content manager, d configuration manager."`
}

type removeCommand struct {
	Name string `arg:"" help:"Name of one record, as it was given when the resource was made."`
}

type helpCommand struct{}

// Run writes the files and says which.
func (c *addCommand) Run() error {
	t := tree{root: "."}
	p, err := t.readProduct()
	if err != nil {
		return err
	}
	r, err := p.newKind(kind{Name: c.Name, Group: c.Group, Roles: c.Roles, Part: c.Part}, c.Fields)
	if err != nil {
		return err
	}
	if err := t.add(r); err != nil {
		return err
	}
	return t.report("What there is now:")
}

// Run takes back what add has written, edited or not.
func (c *removeCommand) Run() error {
	if !nameRule.MatchString(c.Name) {
		return fmt.Errorf("the name %q is not in camel case, such as tradeFair", c.Name)
	}
	t := tree{root: "."}
	if err := t.remove(kind{Name: c.Name}); err != nil {
		return err
	}
	return t.report("What has changed:")
}

// Run says how a resource is asked for.
func (*helpCommand) Run() error {
	t := tree{root: "."}
	p := &product{screens: map[string]string{}}
	if err := t.readSidebar(p); err != nil {
		return err
	}
	_, err := fmt.Fprint(os.Stdout, explain(p.groups))
	return err
}

// report lists what was touched.
func (t *tree) report(title string) error {
	text := title + "\n  " + strings.Join(t.touched, "\n  ")
	if len(t.english) > 0 {
		text += "\nStill English in German, as make quick will say until it is not:\n  " + strings.Join(t.english, "\n  ")
	}
	_, err := fmt.Fprintln(os.Stdout, text)
	return err
}

func main() {
	var commands struct {
		Add    addCommand    `cmd:"" help:"Write a resource."`
		Remove removeCommand `cmd:"" help:"Take a resource away."`
		Change changeCommand `cmd:"" help:"Write the migration of a field or value that changes."`
		Help   helpCommand   `cmd:"" help:"Explain names, kinds, groups and roles."`
	}
	ctx := kong.Parse(&commands, kong.Name("scaffold"))
	if err := ctx.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "scaffold:", err)
		os.Exit(1)
	}
}
