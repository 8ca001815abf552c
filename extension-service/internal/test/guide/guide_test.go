package guide

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// repository is where the test stands in.
const repository = "../../../.."

// block is one thing that the guide says to do.
type block struct{ kind, text string }

// task is a numbered step of a section of the guide.
type task struct {
	section, title string
	blocks         []block
}

var (
	sectionRule = regexp.MustCompile(`(?m)^## (.+)$`)
	titleRule   = regexp.MustCompile(`(?m)^### (\d+\. .+)$`)
	blockRule   = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")
)

// tasks reads the steps of the guide.
func tasks(t *testing.T) (out []task) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "docs/resources.md"))
	if err != nil {
		t.Fatal(err)
	}
	guide, _, _ := strings.Cut(string(text), "\n## Generating\n")
	at := titleRule.FindAllStringSubmatchIndex(guide, -1)
	for i, m := range at {
		end := len(guide)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		sections := sectionRule.FindAllStringSubmatch(guide[:m[0]], -1)
		one := task{section: sections[len(sections)-1][1], title: guide[m[2]:m[3]]}
		for _, b := range blockRule.FindAllStringSubmatch(guide[m[1]:end], -1) {
			one.blocks = append(one.blocks, block{b[1], b[2]})
		}
		out = append(out, one)
	}
	if len(out) != 12 {
		t.Fatalf("the guide has %d tasks", len(out))
	}
	return out
}

// tree is a copy of the repository.
type tree struct {
	*testing.T
	root string
	// what was done by hand in the task at hand
	files, texts map[string]bool
	lines        int
}

// copied copies what git knows of, and what it would: not what is built or installed.
func copied(t *testing.T) *tree {
	t.Helper()
	tr := &tree{T: t, root: t.TempDir()}
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = repository
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		from := filepath.Join(repository, name)
		info, err := os.Stat(from)
		if err != nil || unread.MatchString(name) {
			continue // deleted and not committed yet
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		tr.writeFile(name, string(text), info.Mode().Perm())
	}
	return tr
}

func (tr *tree) writeFile(name, text string, mode fs.FileMode) {
	tr.Helper()
	path := filepath.Join(tr.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tr.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		tr.Fatal(err)
	}
}

// unread are the pictures that nothing is derived from.
var unread = regexp.MustCompile(`^docs/screenshots/[^/]+$`)

// passedOver are the folders of what is built, installed, stored or left behind by tests.
var passedOver = []string{"build", "data", "dist", "node_modules", "results"}

// contents are all other files.
func (tr *tree) contents() map[string]string {
	tr.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(tr.root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(tr.root, path)
		if err != nil || d.IsDir() && slices.Contains(passedOver, d.Name()) {
			return cmpOr(err, fs.SkipDir)
		}
		if d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(path)
		out[name] = string(text)
		return err
	})
	if err != nil {
		tr.Fatal(err)
	}
	return out
}

func cmpOr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// run does what a block of commands says.
func (tr *tree) run(text string) (string, error) {
	c := exec.CommandContext(tr.Context(), "bash", "-euo", "pipefail", "-c", text)
	c.Dir = tr.root
	out, err := c.CombinedOutput()
	return string(out), err
}

// newDomains are the packages of the business that the guide has written.
func (tr *tree) newDomains() (out []string) {
	tr.Helper()
	const domains = "extension-service/domains"
	folders, err := os.ReadDir(filepath.Join(tr.root, domains))
	if err != nil {
		tr.Fatal(err)
	}
	for _, one := range folders {
		if _, err := os.Stat(filepath.Join(repository, domains, one.Name())); err != nil {
			out = append(out, "./"+domains+"/"+one.Name())
		}
	}
	return out
}

// change makes the changes of a block as a person does who reads them: the old lines are looked for, the new ones stand
// there afterwards. It fails where the old lines are not, or more than once.
func (tr *tree) change(text string) {
	tr.Helper()
	for part := range strings.SplitSeq("\n"+text, "\n+++ ") {
		name, hunks, found := strings.Cut(part, "\n")
		if !found || name == "" {
			continue
		}
		name = tr.numbered(name)
		hunks = strings.TrimSuffix(hunks, "\n") + "\n"
		tr.count(name, hunks)
		for hunk := range strings.SplitSeq(hunks, "@@\n") {
			tr.apply(name, hunk)
		}
	}
}

// numbered puts the number after the last one into the name of a new migration.
func (tr *tree) numbered(name string) string {
	tr.Helper()
	files, err := filepath.Glob(filepath.Join(tr.root, "extension-service/engine/store/migrations/*.sql"))
	if err != nil || len(files) == 0 {
		tr.Fatalf("no migrations: %v", err)
	}
	last := 0
	if _, err := fmt.Sscanf(filepath.Base(files[len(files)-1]), "%04d_", &last); err != nil {
		tr.Fatal(err)
	}
	return strings.Replace(name, "NEXT", fmt.Sprintf("%04d", last+1), 1)
}

func (tr *tree) apply(name, hunk string) {
	tr.Helper()
	var old, now strings.Builder
	for line := range strings.Lines(hunk) {
		if line[0] != '+' {
			old.WriteString(line[1:])
		}
		if line[0] != '-' {
			now.WriteString(line[1:])
		}
	}
	had, err := os.ReadFile(filepath.Join(tr.root, name))
	if err != nil && old.Len() == 0 {
		tr.writeFile(name, now.String(), 0o644)
		return
	}
	from, to := old.String(), now.String()
	if n := strings.Count(string(had), from); n != 1 { // a part of a line
		from, to = strings.TrimSuffix(from, "\n"), strings.TrimSuffix(to, "\n")
	}
	if n := strings.Count(string(had), from); n != 1 || err != nil {
		tr.Fatalf("%s holds %d times what the guide changes there (%v):\n%s", name, n, err, from)
	}
	tr.writeFile(name, strings.Replace(string(had), from, to, 1), 0o644)
}

// count adds what a person has to write, or to take out, in a file.
func (tr *tree) count(name, hunks string) {
	if strings.HasPrefix(name, "directus-schema/seed/") {
		tr.texts[name] = true
		return
	}
	tr.files[name] = true
	added, removed := 0, 0
	for line := range strings.Lines(hunks) {
		switch line[0] {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	tr.lines += max(added, removed)
}
