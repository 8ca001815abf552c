// Command scaffold writes a resource as a person would: struct, declaration, migration, texts, permissions and its place in
// the list of resources. It takes one away again too. What it writes is meant to be edited.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

type addCommand struct {
	Name   string   `arg:"" help:"Name of one record in camel case, such as certificate or tradeFair."`
	Fields []string `arg:"" help:"name:kind of each field, with ! where it is required: name:text! freelancer:ref! expiresOn:date level:enum(JUNIOR|SENIOR)"`
	Group  string   `default:"platform" help:"Group of the sidebar that leads to its list."`
	Roles  string   `default:"ad" help:"Roles that hold its permissions, by their letters: a CSM, b tech support, c content manager, d configuration manager."`
}

type removeCommand struct {
	Name string `arg:"" help:"Name of one record, as it was given when the resource was made."`
}

// Run writes the files and says which.
func (c *addCommand) Run() error {
	r, err := newKind(c.Name, c.Group, c.Roles, c.Fields)
	if err != nil {
		return err
	}
	t := tree{root: "."}
	if err := t.add(r); err != nil {
		return err
	}
	return t.tell("What there is now:")
}

// Run takes back what add has written, edited or not.
func (c *removeCommand) Run() error {
	r, err := newKind(c.Name, "", "", nil)
	if err != nil {
		return err
	}
	t := tree{root: "."}
	if err := t.remove(r); err != nil {
		return err
	}
	return t.tell("What has changed:")
}

// tell lists what was touched.
func (t *tree) tell(title string) error {
	_, err := fmt.Fprintln(os.Stdout, title+"\n  "+strings.Join(t.touched, "\n  "))
	return err
}

func main() {
	var commands struct {
		Add    addCommand    `cmd:"" help:"Write a resource."`
		Remove removeCommand `cmd:"" help:"Take a resource away."`
	}
	ctx := kong.Parse(&commands, kong.Name("scaffold"))
	if err := ctx.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "scaffold:", err)
		os.Exit(1)
	}
}
