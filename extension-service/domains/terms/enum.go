// Package terms answers what is the same for everybody: enumerations and countries.
package terms

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

type book struct {
	enums map[string][]enum.Choice
	known []string
}

// Endpoints returns the calls. enums are the enumerations of the domains by their wire name, such as
// JOB_APPLICATION_STATUS.
func Endpoints(enums map[string][]enum.Choice) []resource.Endpoint {
	b := &book{enums: maps.Clone(enums)}
	b.enums["RATE_UNIT"] = money.RateUnit("").Enum().Choices()
	b.enums["CURRENCY"] = money.Currency("").Enum().Choices()
	b.known = slices.Sorted(maps.Keys(b.enums))
	return []resource.Endpoint{
		{
			Name: "reference.describeEnum", Method: "POST", Path: "/api/describeEnum", Reads: true,
			Handle: resource.Handle(b.describe),
		},
		{Name: "reference.countries", Method: "GET", Path: "/api/country", Handle: resource.Handle(countriesIn)},
	}
}

type enumInput struct {
	Type  string   `json:"enumType"`
	Types []string `json:"enumTypes" check:"max=50"`
}

// describe answers one enumeration as a list, or several by name.
func (b *book) describe(_ context.Context, in enumInput) (any, error) {
	if len(in.Types) == 0 {
		if in.Type == "" {
			return nil, fault.Validation().Field("enumType", "validation.required", nil)
		}
		values, ok := b.enums[in.Type]
		if !ok {
			return nil, b.unknown("enumType")
		}
		return resource.List[enum.Choice]{Results: values, TotalResults: int64(len(values))}, nil
	}
	out := map[string][]enum.Choice{}
	for _, kind := range in.Types {
		values, ok := b.enums[kind]
		if !ok {
			return nil, b.unknown("enumTypes")
		}
		out[kind] = values
	}
	return out, nil
}

func (b *book) unknown(field string) error {
	return fault.Validation().Field(field, "validation.oneOf", map[string]any{"values": b.known})
}
