package clients

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Resource declares clients to the admin.
func Resource(s *Service) resource.Declaration {
	c := new(Client)
	return resource.Declare(resource.Spec[Client]{
		Name: "client", Route: "/platform/clients", Of: c, Store: s, Title: &c.Name, New: s.New, Limit: 50,
		Columns: resource.Refs{&c.Name, &c.Code, &c.Currency, &c.Active},
		Notes:   true,
		Owned:   &c.Owned,
		Planned: true,
		Row:     resource.Refs{&c.ID, &c.Name, &c.Code, &c.Currency, &c.Active, &c.Version},
		Filters: resource.Refs{
			&c.Name, &c.Code, &c.Active,
			resource.Filter("ownFormulas", query.Filled, &c.PayRateFormula, &c.BillRateFormula),
		},
		Form: []resource.Group{
			resource.Section("general", &c.Name, &c.Code, &c.Currency, &c.TimeZone, &c.LogoResourceID, &c.Active),
			resource.Section("login", &c.IsClassicLoginEnabled, &c.IsAuth0LoginEnabled),
			resource.Section("sending", &c.SendChannel, &c.AutoCloseWhenFilled, &c.ReopenWindowDays, &c.UnconfirmedTTLDays),
			resource.Section("rates", &c.PayRateFormula, &c.BillRateFormula, &c.HoursPerDay, &c.DaysPerWeek, &c.MarkupPct,
				&c.MarginPct,
				&c.MSPFeePct, &c.VMSFeePct, &c.PlatformFeePct, &c.VMSFee, &c.CHFCashRounding),
			resource.Section("keeping", &c.MembershipTTLDays, &c.RetentionDays, &c.IgnoreOwnershipRestriction),
		},
		Checks: []resource.Check{
			resource.Rule("validation.oneLogin", func(c *Client) bool {
				return c.IsAuth0LoginEnabled || c.IsClassicLoginEnabled
			}, &c.IsAuth0LoginEnabled, &c.IsClassicLoginEnabled),
		},
		Access: resource.Access{Read: role.ClientRead, Create: role.ClientUpdate, Update: role.ClientUpdate},
		Guards: []resource.Guard{
			settings("", &c.TimeZone, &c.IsAuth0LoginEnabled, &c.IsClassicLoginEnabled, &c.LogoResourceID, &c.SendChannel,
				&c.VMSConnectionID, &c.HoursPerDay, &c.DaysPerWeek, &c.MarkupPct, &c.MarginPct, &c.MSPFeePct, &c.VMSFeePct,
				&c.PlatformFeePct, &c.VMSFee, &c.ReopenWindowDays, &c.UnconfirmedTTLDays, &c.MembershipTTLDays, &c.RetentionDays,
				&c.AutoCloseWhenFilled,
				&c.CHFCashRounding),
			settings(role.FormulaWrite, &c.PayRateFormula, &c.BillRateFormula),
			settings(role.SettingWrite, &c.IgnoreOwnershipRestriction),
		},
		Calls: []resource.Endpoint{
			{
				Name: "client.currency", Method: "GET", Path: "/api/currency/{id}", Needs: []role.Permission{role.ClientRead},
				Handle: resource.Handle(s.currency),
			},
		},
	})
}

// settings guards fields that only those who read settings or formulas may see.
func settings(write role.Permission, fields ...resource.Ref) resource.Guard {
	return resource.Guard{
		Read: role.SettingRead, ReadAlso: []role.Permission{role.FormulaRead}, Write: write,
		Fields: fields,
	}
}

// EntityResource declares legal entities to the admin.
func EntityResource(s *Service) resource.Declaration {
	e := new(LegalEntity)
	return resource.Declare(resource.Spec[LegalEntity]{
		Name: "legalEntity", Route: "/platform/legal-entities", Of: e, Store: s.Entities, Title: &e.Name, New: NewLegalEntity,
		Columns: resource.Refs{&e.Name, &e.ClientName, &e.Code, &e.Country, &e.Currency, &e.Active},
		Hidden:  resource.Refs{&e.LegalName, &e.VATID, &e.VMSCode, &e.LastUpdated},
		Row: resource.Refs{
			&e.ID, &e.ClientID, &e.ClientName, &e.Name, &e.LegalName, &e.Code, &e.Country, &e.VATID,
			&e.VMSCode, &e.Currency, &e.Active, &e.LastUpdated, &e.Version,
		},
		Related: resource.Refs{&e.ClientID},
		Planned: true,
		Filters: resource.Refs{
			resource.Filter("clientName", query.Named, &e.ClientID), &e.ClientID, &e.Name, &e.Code,
			&e.Active,
		},
		Form: []resource.Group{
			resource.Section("general", &e.ClientID, &e.Name, &e.LegalName, &e.Code, &e.VMSCode, &e.VATID, &e.Currency,
				&e.Locale, &e.Active),
			resource.Section("address", &e.Address, &e.Country),
			resource.Section("rates", &e.PayRateFormula, &e.BillRateFormula, &e.MarkupPct, &e.MarginPct, &e.MSPFeePct,
				&e.VMSFeePct,
				&e.PlatformFeePct, &e.VMSFee),
			resource.Section("keeping", &e.IgnoreOwnershipRestriction),
		},
		Access: resource.Access{Read: role.LegalEntityRead, Create: role.LegalEntityUpdate, Update: role.LegalEntityUpdate},
		Guards: []resource.Guard{
			settings("", &e.MarkupPct, &e.MarginPct, &e.MSPFeePct, &e.VMSFeePct, &e.PlatformFeePct, &e.VMSFee),
			settings(role.FormulaWrite, &e.PayRateFormula, &e.BillRateFormula),
			settings(role.SettingWrite, &e.IgnoreOwnershipRestriction),
		},
		Views: []resource.View[LegalEntity]{
			resource.ListView[LegalEntity]("client.legalEntities", "/api/client/{id}/legalEntities", role.LegalEntityRead,
				s.ofClient).
				Showing(&e.ID, &e.Name, &e.Code, &e.Currency, &e.Active),
		},
	})
}

type byClient struct {
	ID int64 `path:"id"`
}

// Currency is the answer of GET /api/currency/{id}.
type Currency struct {
	ClientID int64            `json:"clientId" kind:"id"`
	Currency money.Currency   `json:"currency"`
	Symbol   string           `json:"symbol"`
	Decimals int              `json:"decimals"`
	Allowed  []money.Currency `json:"allowed"`
}

// currency says in which currency a client works and how its amounts look.
func (s *Service) currency(ctx context.Context, in byClient) (Currency, error) {
	c, err := s.Get(ctx, in.ID)
	if err != nil {
		return Currency{}, err
	}
	style := c.Currency.Style()
	out := Currency{ClientID: c.ID, Currency: c.Currency, Symbol: style.Symbol, Decimals: style.Decimals}
	for _, one := range money.Currencies {
		out.Allowed = append(out.Allowed, one.Code)
	}
	return out, nil
}

type entitiesInput struct {
	ID int64 `path:"id"`
	resource.Paging
}

// RequestedPaging is a thousand rows at once unless fewer are asked for: the choice is shown whole.
func (in entitiesInput) RequestedPaging() resource.Paging {
	p := in.Paging
	if p.Limit == nil && p.Size == nil {
		p.Limit = new(int64(allEntities))
	}
	return p
}

const allEntities = 999 // more than any client has

// ofClient narrows to the legal entities of a client. NOT_FOUND for a client outside of the caller's scope.
func (s *Service) ofClient(ctx context.Context, in entitiesInput) ([]query.Cond, error) {
	e := new(LegalEntity)
	_, err := s.Get(ctx, in.ID)
	return []query.Cond{query.Where(e, &e.ClientID, in.ID)}, err
}
