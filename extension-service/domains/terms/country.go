package terms

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Country is one of ISO 3166-1.
type Country struct {
	ID       string `json:"id"` // the code
	Code     string `json:"code"`
	Name     string `json:"name"`
	DialCode string `json:"dialCode"` // "" where nobody can be called
}

type countryInput struct {
	Locale string `query:"locale" check:"max=35"` // in any case: DE is de
}

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
	var out []Country
	for _, c := range postal.Countries() {
		out = append(out, Country{ID: c.Code(), Code: c.Code(), Name: names.Name(c.Region), DialCode: c.DialCode})
	}
	order := collate.New(tag)
	slices.SortFunc(out, func(a, b Country) int { return order.CompareString(a.Name, b.Name) })
	return resource.List[Country]{Results: out, TotalResults: int64(len(out))}, nil
}
