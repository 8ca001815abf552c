package questions

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// Prefilled are the answers that an application starts with: those that its talent's profile gives and that nobody has
// given otherwise. What the profile holds and the question does not take is left out.
func (s *Service) Prefilled(ctx context.Context, b Application, f freelancers.Freelancer) ([]Answer, error) {
	sheets, err := s.ForApplications(ctx, b)
	if err != nil {
		return nil, err
	}
	frame, err := s.frame(ctx, b.ClientID)
	if err != nil {
		return nil, err
	}
	profile := profileValues(f)
	var out []Answer
	for _, one := range sheets[0] {
		raw := one.convertPrefill(profile[one.PrefillSource])
		if one.Answer != nil || !one.Flags.Prefilled || one.Flags.JobSeekerUpload || Empty(raw) {
			continue
		}
		if value, problems := one.CheckAnswer(raw, frame); len(problems) == 0 {
			out = append(out, Answer{QuestionID: one.ID, QuestionVersion: one.QuestionVersion, Value: value})
		}
	}
	return out, nil
}

// convertPrefill turns a rate of a profile, an amount with currency and unit, into what a question for a number or a
// text takes.
func (d Definition) convertPrefill(raw json.RawMessage) json.RawMessage {
	var a Amount
	if d.Pair() == (Pair{Jsn, Currency}) || len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &a) != nil {
		return raw
	}
	if d.ValueType == Str {
		return json.RawMessage(canonical(a.Amount.String()))
	}
	return json.RawMessage(a.Amount.String())
}

// profileValues are the fields of a profile that answers can begin with, as JSON.
func profileValues(f freelancers.Freelancer) map[PrefillSource]json.RawMessage {
	out := map[PrefillSource]json.RawMessage{}
	add := func(source PrefillSource, value any) {
		if b, err := json.Marshal(value); err == nil {
			out[source] = b
		}
	}
	addRate := func(source PrefillSource, amount *decimal.Decimal, unit money.RateUnit) {
		if amount != nil {
			add(source, Amount{Amount: *amount, Currency: f.Currency, Unit: unit})
		}
	}
	addRate(HourRate, f.HourRate, money.PerHour)
	addRate(DayRate, f.DayRate, money.PerDay)
	add(Description, f.Description)
	add(LinkedinHandle, f.LinkedinHandle)
	add(MobileNumber, f.MobileNumber)
	add(City, f.HomeAddress.City)
	add(CountryOf, f.HomeAddress.Country)
	add(AvailabilityFrom, f.AvailabilityFrom)
	return out
}
