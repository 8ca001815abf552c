package search

import (
	"context"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
)

// Directory is a Source that knows the records of a phone number. Numbers are in no index: the database is asked for
// them.
type Directory interface {
	// Phones are the fields with phone numbers that the caller may ask for.
	Phones(ctx context.Context) []Field
	// WithPhone lists the records whose field is one of the numbers, in the form of E.164.
	WithPhone(ctx context.Context, field string, numbers []string) ([]int64, error)
}

// withPhones is a schema with the fields that can be asked for besides those of the index.
func withPhones(ctx context.Context, src Source, s Schema) Schema {
	if d, ok := src.(Directory); ok {
		s.Fields = append(slices.Clone(s.Fields), d.Phones(ctx)...)
	}
	return s
}

// resolvePhones replaces the terms about phone numbers by terms about the records that have them. It says whether any
// record can be left: a number that nobody has leaves none. VALIDATION for a text that is no phone number.
func resolvePhones(ctx context.Context, src Source, q *Query) (canMatch bool, err error) {
	d, ok := src.(Directory)
	if !ok {
		return true, nil
	}
	phones := d.Phones(ctx)
	for i, t := range q.Terms {
		if !slices.ContainsFunc(phones, func(f Field) bool { return f.Name == t.Field }) {
			continue
		}
		numbers := canonical.PhonesOf(t.Values[0])
		if numbers == nil {
			return false, fault.Validation().Field("query", "validation.phone", nil)
		}
		ids, err := d.WithPhone(ctx, t.Field, numbers)
		if err != nil || len(ids) == 0 {
			return false, err
		}
		q.Terms[i] = Term{Field: "id"}
		for _, id := range ids {
			q.Terms[i].Values = append(q.Terms[i].Values, strconv.FormatInt(id, 10))
		}
	}
	return true, nil
}
