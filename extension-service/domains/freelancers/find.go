package freelancers

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// The links of freelancers to what they are found by, which triggers of the database keep, and to what happened to
// them.
var (
	skilled    = keyed("freelancer_skills", "skills_keys")
	speaking   = keyed("freelancer_languages", "languages_keys")
	living     = keyed("freelancer_places", "home_address_keys")
	consenting = keyed("freelancer_consents", "consent_keys")
	pooled     = members[activeMembership]
	sent       = query.Link{
		Table: "application_sent_facts", Own: "freelancer_id", Other: "client_id", Written: "applications",
	}
)

// keyed is the link to the keys that a column lists, which triggers keep.
func keyed(table, keys string) query.Link {
	return query.Link{Table: table, Own: "freelancer_id", Other: "search_key", Keys: keys}
}

// filters are what the list of people is narrowed by. Those that say where somebody lives are of the fields that a
// guard keeps.
func filters(s *Service, p *Freelancer) resource.Refs {
	return resource.Refs{
		resource.Filter("clientName", query.Named, &p.BoundClientID), &p.Name, &p.Email,
		resource.Filter("state", query.Is, &p.UserStatus),
		s.deps.Skills.All("skills", skilled).Comparing(&p.Skills),
		resource.Filter("availableBy", query.AtMost, &p.AvailabilityFrom),
		resource.FilterBy("hourRateUpTo", field.Money, amountUpTo(hourly)).Comparing(&p.Currency,
			&p.HourRate).Written(amountForm, amountMeaning),
		resource.FilterBy("dayRateUpTo", field.Money, amountUpTo(daily)).Comparing(&p.Currency,
			&p.DayRate).Written(amountForm, amountMeaning),
		s.deps.Skills.Any("skillsAny", skilled).Comparing(&p.Skills),
		resource.FilterBy("language", field.Text, s.languageConditions).Comparing(&p.Languages).WithLinks(speaking).
			Written("[A-Za-z][A-Za-z0-9-]{0,19}(:[ABC][12])?(,[A-Za-z][A-Za-z0-9-]{0,19}(:[ABC][12])?){0,9}",
				"speaks these languages on such a level or a higher one: de:B2,en"),
		resource.FilterBy("place", field.Text, s.livingIn).Comparing(&p.HomeAddress).WithLinks(living).
			Written("[A-Z]{2}( .{1,260})?",
				"lives in this country, with a postal code that begins in one of these ways: DE 80,81,85"),
		resource.FilterBy("city", field.Text, s.livingInCity).Comparing(&p.HomeAddress).WithLinks(living).
			Written(".{1,120}", "lives in a place whose name begins so, folded"),
		&p.MSPID,
		resource.FilterBy("poolId", field.Reference,
			s.inPool).ForResource("pool").WithLinks(pooled).Needs(role.PoolMemberRead).Written("[0-9]+",
			"is an active member of the pool"),
		resource.FilterBy("tags", field.Text, s.havingTags).WithLinks(tagged).Needs(role.PoolMemberRead).Written(
			".{1,1000}", "has each of these tags, comma separated, in some pool: however they are written"),
		resource.FilterBy("consent", field.EnumKind,
			s.havingConsent).WithChoices(ConsentKind("").Enum).Comparing(&p.Consent).WithLinks(consenting).
			Written("[A-Za-z]+(,[A-Za-z]+)*", "has consented to all of this, and the consent holds"),
		resource.Filter(consentEndsBy, query.AtMost, &p.ConsentUntil),
		resource.Filter(documentsEndBy, query.AtMost, &p.DocumentsUntil),
		resource.FilterBy("notSentTo", field.Reference,
			s.notSentTo).ForResource("client").WithLinks(sent).Needs(role.ApplicationRead).
			Written("[0-9]+", "was never sent to this client"),
	}
}

// The filters that worklists lead to.
const (
	consentEndsBy  = "consentEndsBy"
	documentsEndBy = "documentsEndBy"
)

// mostListed is how many postal codes or tags one filter takes.
const mostListed = 20

func hourly(p *Freelancer) resource.Ref { return &p.HourRate }

func daily(p *Freelancer) resource.Ref { return &p.DayRate }

const (
	amountForm    = `[0-9]{1,8}([.][0-9]{1,4})? [A-Z]{3}`
	amountMeaning = "is known and is at most so much in this currency: 95 EUR"
)

// languageConditions narrows to those who speak every language on the level that follows it, such as de:B2, or on any.
func (s *Service) languageConditions(_ context.Context, text string) (out []query.Cond, err error) {
	for _, one := range resource.Listed(text) {
		code, level, _ := strings.Cut(one, ":")
		out = append(out, query.HavingKeys(speaking, skills.AtLeastKeys(code, skills.LanguageLevel(level))))
	}
	return out, nil
}

// amountUpTo narrows to those who ask for at most an amount, such as 95 EUR. Nothing is converted: other currencies are
// left out.
func amountUpTo(at func(p *Freelancer) resource.Ref) func(context.Context, string) ([]query.Cond, error) {
	p := new(Freelancer)
	field := field.At(p, at(p))
	return func(_ context.Context, text string) ([]query.Cond, error) {
		number, currency, _ := strings.Cut(text, " ")
		known := money.Currency("").Enum().Values
		if !slices.Contains(known, currency) {
			return nil, resource.WrongValue("validation.oneOf", map[string]any{"values": known})
		}
		most, err := decimal.Parse(number)
		if err != nil {
			return nil, resource.WrongValue("validation.numeric", nil)
		}
		return []query.Cond{
			query.Where(p, &p.Currency, currency),
			{Field: field, Op: query.AtMost, Values: []any{int64(most)}},
		}, nil
	}
}

// livingIn narrows to those who live in a country, or in a region of it: where its postal codes begin in one of several
// ways.
func (s *Service) livingIn(_ context.Context, text string) ([]query.Cond, error) {
	country, codes, _ := strings.Cut(text, " ")
	if same, isKnown := postal.CountryOf(country); !isKnown || same != country {
		return nil, resource.WrongValue("validation.country", nil)
	}
	listed, err := postalCodes(country, codes)
	if err != nil {
		return nil, err
	}
	if len(listed) < 2 {
		return []query.Cond{query.HavingKeyFrom(living, postal.PlaceKey(country, strings.Join(listed, "")))}, nil
	}
	region := query.Cond{Op: query.AnyOf}
	for _, code := range listed {
		region.Any = append(region.Any, query.HavingKeyFrom(living, postal.PlaceKey(country, code)))
	}
	return []query.Cond{region}, nil
}

func (s *Service) livingInCity(_ context.Context, text string) ([]query.Cond, error) {
	return []query.Cond{query.HavingKeyFrom(living, postal.CityKey(text))}, nil
}

// inPool narrows to the active members of a pool. NOT_FOUND for a pool outside of the caller's scope.
func (s *Service) inPool(ctx context.Context, text string) ([]query.Cond, error) {
	id, err := field.ParseID(text)
	if err != nil {
		return nil, resource.WrongValue("validation.reference", nil)
	}
	return []query.Cond{query.WhereLinked(pooled, id)}, s.deps.Pools.Visible(ctx, id)
}

// havingTags narrows to those who have each of several tags as active members of some pool of the caller's scope.
func (s *Service) havingTags(ctx context.Context, text string) (out []query.Cond, err error) {
	wanted := resource.Listed(text)
	if len(wanted) > mostListed {
		return nil, resource.WrongValue("validation.maxItems", map[string]any{"max": mostListed})
	}
	for _, tag := range wanted {
		out = append(out, query.HavingKeys(tagged, tagKeys(role.From(ctx).Scope, tag)))
	}
	return out, nil
}

// notSentTo leaves out those of whom an application was sent to a client. NOT_FOUND for a client outside of the
// caller's scope.
func (s *Service) notSentTo(ctx context.Context, text string) ([]query.Cond, error) {
	id, err := field.ParseID(text)
	if err != nil {
		return nil, resource.WrongValue("validation.reference", nil)
	}
	return []query.Cond{{Op: query.Unlinked, Link: sent, Values: []any{id}}}, s.deps.Clients.Visible(ctx, id)
}

// havingConsent narrows to those whose consent to all of several things holds now.
func (s *Service) havingConsent(ctx context.Context, text string) (out []query.Cond, err error) {
	known := ConsentKind("").Enum().Values
	for _, kind := range resource.Listed(text) {
		if !slices.Contains(known, kind) {
			return nil, resource.WrongValue("validation.oneOf", map[string]any{"values": known})
		}
		now, before := consentKeys(ConsentKind(kind), s.Now())
		last, err := s.lastEndedConsent(ctx, kind, now)
		if err != nil {
			return nil, err
		}
		out = append(out, query.Cond{Op: query.LinkedRange, Link: consenting, Values: []any{last + "!", before}})
	}
	return out, nil
}

// lastEndedConsent is the key of the consent of a kind that ended last before that of now, or what all of its kind are
// higher than. It stays the same until another one ends, and so do the totals that are cached by it.
func (s *Service) lastEndedConsent(ctx context.Context, kind, now string) (key string, err error) {
	_, err = s.DB().Row(ctx, []any{&key}, `
		SELECT coalesce(max(search_key), $1)
		  FROM freelancer_consents
		 WHERE search_key >= $1
		   AND search_key <= $2`, kind+" ", now)
	return key, err
}

// showPlaces shows of addresses what lists may show: where it is, and not where exactly.
func showPlaces(_ context.Context, rows []Freelancer) error {
	for i := range rows {
		home := rows[i].HomeAddress
		town := strings.TrimSpace(home.PostalCode + " " + home.City)
		rows[i].Place = strings.Trim(home.Country+" "+town, " ")
	}
	return nil
}
