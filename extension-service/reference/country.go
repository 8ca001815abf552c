package reference

import (
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Country is one of ISO 3166-1.
type Country struct {
	ID       string `json:"id"` // the code
	Code     string `json:"code"`
	Name     string `json:"name"`
	DialCode string `json:"dialCode"` // "" where nobody can be called
}

type countryInput struct {
	Locale string `query:"locale" kind:"locale" check:"max=35"`
}

//go:embed countries.txt
var countryLines string

// country is a line of the file, such as "DE +49".
type country struct {
	region language.Region
	dial   string // "" where nobody can be called
}

var countries = sync.OnceValue(func() []country {
	var out []country
	for line := range strings.Lines(countryLines) {
		code, dial, _ := strings.Cut(strings.TrimSpace(line), " ")
		out = append(out, country{language.MustParseRegion(code), dial})
	}
	return out
})

// countriesIn lists every country by its name in a language, by default the caller's.
func countriesIn(ctx context.Context, in countryInput) (resource.List[Country], error) {
	tag, err := language.Parse(cmp.Or(in.Locale, role.From(ctx).Locale, "en"))
	if err != nil {
		return resource.List[Country]{}, fault.Validation().Field("locale", "validation.locale", nil)
	}
	names := display.Regions(tag)
	if names == nil {
		tag, names = language.English, display.Regions(language.English)
	}
	out := make([]Country, len(countries()))
	for i, c := range countries() {
		code := c.region.String()
		out[i] = Country{ID: code, Code: code, Name: names.Name(c.region), DialCode: c.dial}
	}
	order := collate.New(tag)
	slices.SortFunc(out, func(a, b Country) int { return order.CompareString(a.Name, b.Name) })
	return resource.List[Country]{Results: out, TotalResults: int64(len(out))}, nil
}
