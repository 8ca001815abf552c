package reference

import (
	"cmp"
	"context"
	"slices"

	"github.com/biter777/countries"
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

// others are codes that the library knows and ISO 3166-1 does not assign, or no longer.
var others = []string{"AN", "XK", "YU"}

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
	out := make([]Country, 0, 250)
	for _, c := range countries.All() {
		region, err := language.ParseRegion(c.Alpha2())
		if err != nil || !region.IsCountry() || slices.Contains(others, c.Alpha2()) {
			continue
		}
		one := Country{ID: c.Alpha2(), Code: c.Alpha2(), Name: names.Name(region)}
		if codes := c.CallCodes(); len(codes) > 0 {
			one.DialCode = codes[0].String()
		}
		out = append(out, one)
	}
	order := collate.New(tag)
	slices.SortFunc(out, func(a, b Country) int { return order.CompareString(a.Name, b.Name) })
	return resource.List[Country]{Results: out, TotalResults: int64(len(out))}, nil
}
