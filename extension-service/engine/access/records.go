package access

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const recordsShown = 20

type recordsInput struct {
	Entity string `query:"entity" check:"required,max=64"`
	Text   string `query:"q"      check:"max=200"`
}

// records finds records of a kind by name, handle or id, within the scope of whoever asks.
func (s *Service) records(ctx context.Context, in recordsInput) (resource.List[resource.Found], error) {
	out := resource.List[resource.Found]{Results: []resource.Found{}}
	of := s.Records.Named(in.Entity)
	if of == nil {
		return out, fault.Validation().Field("entity", "validation.oneOf", nil)
	}
	found, err := of.Find(ctx, in.Text, recordsShown)
	if err != nil {
		return out, err
	}
	if len(found) == 0 { // of kinds whose title has no index
		if found, err = of.FindInList(ctx, in.Text, recordsShown); err != nil {
			return out, err
		}
	}
	out.Results = append(out.Results, found...)
	id, err := field.ParseID(in.Text)
	mayRead := role.From(ctx).CanAny(of.Facts().Read)
	if err == nil && mayRead && len(found) == 0 { // it lies further back
		title, err := of.Label(ctx, id)
		switch fault.KindOf(err) {
		case "":
			out.Results = append(out.Results, resource.Found{Resource: in.Entity, ID: id, Title: title})
		case fault.NotFound:
		default:
			return out, err
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}
