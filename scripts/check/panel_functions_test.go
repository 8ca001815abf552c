package check

import (
	"maps"
	"regexp"
	"strings"
	"testing"
)

// Lines a function of the panel may have: a component longer than a screen says more than one thing. Biome counts no
// lines of JSX, which is what grows in a component, so they are counted here.
const panelFunctionLines = 80

var (
	panelDeclaration = regexp.MustCompile(`^\s*(?:export )?(?:async )?(?:const|function) (\w+)`)
	panelFunction    = regexp.MustCompile(`\bfunction\b|=>`)
)

// panelFunctions are the functions of a file as the formatter lays them out, each with its lines: what a line opens is
// closed by the next one that is indented like it and begins with a bracket.
func panelFunctions(source string) map[string]int {
	lines, found := strings.Split(source, "\n"), map[string]int{}
	for from, line := range lines {
		hit := panelDeclaration.FindStringSubmatch(line)
		if hit == nil || strings.HasSuffix(line, ";") {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		head := line // and what it goes on with where it is too long for one line
		for at := from + 1; at < len(lines); at++ {
			rest, level := strings.CutPrefix(lines[at], indent)
			if inner, deeper := strings.CutPrefix(rest, "  "); deeper && strings.HasSuffix(head, "=>") &&
				strings.HasSuffix(inner, ";") && inner[0] != ' ' {
				found[hit[1]] = max(found[hit[1]], at-from+1) // its value is all there is
				break
			}
			if !level || rest == "" || !strings.ContainsAny(rest[:1], "})]") {
				continue
			}
			if strings.ContainsAny(rest[len(rest)-1:], "{(>[") { // the end of the parameters
				head += rest
				continue
			}
			if panelFunction.MatchString(head) {
				found[hit[1]] = max(found[hit[1]], at-from+1)
			}
			break
		}
	}
	return found
}

func TestPanel_Functions_StayWithinTheBudget(t *testing.T) {
	t.Parallel()
	seen := 0
	for file := range sources(t, "admin-ui/src", ".ts", ".tsx") {
		if strings.Contains(file, ".test.") || strings.Contains(file, ".fixture.") {
			continue // Scenarios are data.
		}
		for name, lines := range panelFunctions(read(t, file)) {
			seen++
			if lines > panelFunctionLines {
				t.Errorf("%s: %s has %d lines; %d are the budget: split it by meaning", file, name, lines, panelFunctionLines)
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d functions of the panel found: the check looks in the wrong place", seen)
	}
}

func TestPanelFunctions_Lines_AreCounted(t *testing.T) {
	t.Parallel()
	source := strings.Join([]string{
		"export const table = {", "  a: 1,", "};",
		"export const Wide = ({", "  a,", "  b,", "}: Props) => {", "  const inner = () => {", "    go();", "  };",
		"  return inner;", "};",
		"const short = (a: string) => a;",
		"const Kept = memo(({ a }: Props) => (", "  <p>", "    {a}", "  </p>", "));",
		"async function load() {", "  await go();", "}",
		"const long = (a: string) =>", "  a ||", "  'b';", "", "const after = () => {", "  go();", "};",
	}, "\n")
	want := map[string]int{"Wide": 9, "inner": 3, "Kept": 5, "load": 3, "long": 3, "after": 3}
	if got := panelFunctions(source); !maps.Equal(got, want) {
		t.Errorf("counted were %v, they are %v", got, want)
	}
}
