package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/engine/content"
)

const panelSource = "../../admin-ui/src/"

// A key that the panel puts together has holes for what it is told of. What can stand in one is known where the panel
// walks through a list in the same file, and for the lists below; of the others at least one text must fit.
var (
	templates = regexp.MustCompile("`([a-zA-Z0-9_]+(?:\\.[a-zA-Z0-9_]*(?:\\$\\{[^`{}]+\\})*[a-zA-Z0-9_]*)+)`")
	hole      = regexp.MustCompile(`\$\{([^{}]+)\}`)
	inQuotes  = regexp.MustCompile(`'([^']+)'`)
)

// notTexts are templates of keys of queries and stores.
var notTexts = map[string]bool{
	"pool.*": true, "pool.candidate.*": true, "pool.categoryId.*": true, "pool.sources.*.*": true,
	"poolMember.freelancerId.*": true,
}

// dynamicKeys are the values of holes that stand in another file or in the service, by what the template looks like
// with stars for holes.
func dynamicKeys(t *testing.T) map[string][]string {
	t.Helper()
	const texts = "screens/translations/"
	return map[string][]string{
		"panel.texts.finding.*": content.Finding("").Enum().Values,
		"panel.texts.plan.*":    content.PlanKind("").Enum().Values,
		"panel.texts.state.*":   append(listed(t, texts+"check.ts", "CellState"), "SEEN", "UNUSED", "FINDING"),
		"panel.texts.batch.*": append(listed(t, texts+"batch/planning.ts", "Batch"),
			listed(t, texts+"batch/ReplaceDialog.tsx", "ticks")...),
	}
}

// listed are the texts in quotes of a list or a union of types.
func listed(t *testing.T, file, name string) []string {
	t.Helper()
	source, err := os.ReadFile(panelSource + file)
	if err != nil {
		t.Fatal(err)
	}
	out := valuesIn(string(source), name)
	if len(out) < 2 {
		t.Fatalf("%s has no list %s", file, name)
	}
	return out
}

func valuesIn(source, name string) (out []string) {
	found := regexp.MustCompile(`(?:const|type) ` + name + `\b[^=;]*=\s*([^;]*);`).FindStringSubmatch(source)
	if found == nil || strings.Contains(found[1], "=>") {
		return nil
	}
	for _, value := range inQuotes.FindAllStringSubmatch(found[1], -1) {
		out = append(out, value[1])
	}
	return out
}

// walked are the values of a hole that the file walks through by the name in it.
func walked(source, name string) []string {
	if !regexp.MustCompile(`^\w+$`).MatchString(name) {
		return nil
	}
	at := regexp.MustCompile(`\b(\w+)\.(?:map|flatMap|forEach)\(\(?` + name + `\b`).FindStringSubmatch(source)
	if at == nil {
		return nil
	}
	return valuesIn(source, at[1])
}

func TestTexts_ComposedKeys_AreShipped(t *testing.T) {
	t.Parallel()
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	roots := map[string]bool{}
	for key := range texts["en"] {
		root, _, _ := strings.Cut(key, ".")
		roots[root] = true
	}
	listed, enumerated, matched := dynamicKeys(t), 0, 0
	eachTemplate(t, func(file, source, template string) {
		root, _, _ := strings.Cut(template, ".")
		shape := hole.ReplaceAllString(template, "*")
		if !roots[root] || notTexts[shape] {
			return
		}
		values := listed[shape]
		if holes := hole.FindAllStringSubmatch(template, -1); values == nil && len(holes) == 1 {
			values = walked(source, holes[0][1])
		}
		for _, value := range values {
			enumerated++
			if key := strings.Replace(shape, "*", value, 1); texts["en"][key] == "" || texts["de"][key] == "" {
				t.Errorf("%s: no text for %s, of %s", file, key, template)
			}
		}
		if values != nil {
			return
		}
		matched++
		fits := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(shape), `\*`, `[a-zA-Z0-9_.-]*`) + "$")
		for key := range texts["en"] {
			if fits.MatchString(key) {
				return
			}
		}
		t.Errorf("%s: no text fits %s", file, template)
	})
	t.Logf("%d values were tried, %d templates matched", enumerated, matched)
	if enumerated < 60 || matched < 80 {
		t.Errorf("only %d values and %d templates were found", enumerated, matched)
	}
}

// eachTemplate hands over every template of a key in the source of the panel.
func eachTemplate(t *testing.T, do func(file, source, template string)) {
	t.Helper()
	err := filepath.WalkDir(panelSource, func(path string, d fs.DirEntry, err error) error {
		isSource := strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".tsx")
		if err != nil || d.IsDir() || !isSource || strings.Contains(path, ".test.") || strings.Contains(path, ".fixture.") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range templates.FindAllStringSubmatch(string(source), -1) {
			if strings.Contains(found[1], "${") {
				do(path, string(source), found[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
