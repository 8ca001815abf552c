// Command countries writes the file that the service knows countries from: a line for each of ISO 3166-1, its code and,
// where somebody can be called there, the dialling code. The service does not ask the library itself: that knows much
// else, and would be the dearest of all to compile.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/biter777/countries"
	"golang.org/x/text/language"
)

// others are codes that the library knows and ISO 3166-1 does not assign, or no longer.
var others = []string{"AN", "XK", "YU"}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: countries FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], []byte(strings.Join(lines(), "\n")+"\n"), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// lines are those of the countries, such as "DE +49", in the order of their codes.
func lines() []string {
	var out []string
	for _, c := range countries.All() {
		code := c.Alpha2()
		region, err := language.ParseRegion(code)
		if err != nil || !region.IsCountry() || slices.Contains(others, code) {
			continue
		}
		line := code
		if dial := c.CallCodes(); len(dial) > 0 {
			line += " " + dial[0].String()
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}
