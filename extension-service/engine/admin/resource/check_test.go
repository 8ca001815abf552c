package resource_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type lease struct {
	resource.Record
	From    date.Date        `json:"from"`
	Until   date.Date        `json:"until"`
	Least   *decimal.Decimal `json:"least"`
	Most    *decimal.Decimal `json:"most"`
	Places  int64            `json:"places" check:"minvalue=1"`
	Booked  int64            `json:"booked"`
	IsBound bool             `json:"isBound"`
	Whom    string           `json:"whom"`
}

func leaseChecks(v *lease) []resource.Check {
	return []resource.Check{
		resource.NotBelow(&v.Until, &v.From), resource.NotAbove(&v.Least, &v.Most), resource.NotBelow(&v.Places, &v.Booked),
		resource.RequiredWhile(&v.Whom, &v.IsBound, true),
	}
}

func TestChecks_BrokenRule_IsReportedAtItsField(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"places":1,"from":"2027-02-02","until":"2027-02-01"}`: "until validation.after",
		`{"places":1,"from":"2027-02-02","until":"2027-02-02"}`: "",
		`{"places":1,"until":"2027-02-01"}`:                     "",
		`{"places":1,"least":5.5,"most":5}`:                     "least validation.maxValue",
		`{"places":1,"least":5.5}`:                              "",
		`{"places":2,"booked":3}`:                               "places validation.minValue",
		// the smaller bound is said once
		`{"places":0,"booked":3}`:                  "places validation.minValue",
		`{"places":1,"isBound":true}`:              "whom validation.required",
		`{"places":1,"isBound":true,"whom":"Ann"}`: "",
	} {
		v := new(lease)
		registry := resource.NewRegistry(&resource.Runtime{
			Write:   func(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) },
			Recheck: func(context.Context, *role.Caller) error { return nil },
		})
		registry.Add(resource.Declare(resource.Spec[lease]{
			Name: "book", Of: v, Store: leases{}, Title: &v.Whom, Checks: leaseChecks(v),
			Access: resource.Access{Create: role.QuestionCreate},
		}))
		ctx := role.With(t.Context(), &role.Caller{Kind: role.System})
		r := request(&resource.Request{Body: []byte(body)})
		_, err := endpoint(registry, "POST").Handle.Call(resource.WithExchange(ctx, r, &resource.Reply{}), r)
		if got := firstWrong(err); got != want {
			t.Errorf("%s: %q is wrong, want %q", body, got, want)
		}
	}
}

// leases is a store that takes everything.
type leases struct{ resource.Store[lease] }

func (leases) Create(context.Context, *lease) error { return nil }

func (leases) Get(context.Context, int64) (lease, error) { return lease{}, nil }

func firstWrong(err error) string {
	if err == nil {
		return ""
	}
	for name, messages := range fault.From(err).Fields {
		if len(messages) > 1 {
			return name + " twice"
		}
		return name + " " + messages[0]
	}
	return err.Error()
}

type offer struct {
	resource.Record
	Name     string           `json:"name"`
	Price    *decimal.Decimal `json:"price" kind:"money"`
	Currency money.Currency   `json:"currency" kind:"currency"`
}

func TestRow_WithAnAmount_HasItsCurrencyOrStopsTheStart(t *testing.T) {
	t.Parallel()
	declare := func(row func(v *offer) resource.Refs) resource.Resource {
		v := new(offer)
		registry := resource.NewRegistry(&resource.Runtime{})
		registry.Add(resource.Declare(resource.Spec[offer]{
			Name: "offer", Of: v, Store: offers{}, Title: &v.Name, Columns: resource.Refs{&v.Price}, Row: row(v),
		}))
		return registry.Named("offer")
	}
	byDefault := declare(func(*offer) resource.Refs { return nil })
	if row := byDefault.Declared().Row; field.Find(row, "currency") == nil {
		t.Error("a list that shows a price by default has no currency")
	}
	short := declare(func(v *offer) resource.Refs { return resource.Refs{&v.ID, &v.Price} })
	if mistakes := fmt.Sprint(short.Declared().Mistakes); !strings.Contains(mistakes,
		"Row shows the amount price without currency, its currency: add that") {
		t.Errorf("the start says %s", mistakes)
	}
}

type offers struct{ resource.Store[offer] }
