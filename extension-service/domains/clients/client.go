// Package clients holds the clients of the marketplace and their legal entities.
package clients

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Client is a company that hires through the marketplace.
type Client struct {
	resource.Record
	resource.Owned
	Name     string         `json:"name"      check:"required,max=120" store:"fold"`
	Code     string         `json:"code"      kind:"code" check:"required,createonly,max=20" pattern:"[A-Z0-9_]+"`
	Currency money.Currency `json:"currency"  kind:"currency" check:"required"`
	// mirror of the content service; the first is the default
	Languages []string `json:"languages" kind:"locale" check:"readonly"`
	Active    bool     `json:"active"`
	TimeZone  string   `json:"timeZone"  check:"required,max=60"`

	IsAuth0LoginEnabled   bool   `json:"isAuth0LoginEnabled"`
	IsClassicLoginEnabled bool   `json:"isClassicLoginEnabled"`
	LogoResourceID        string `json:"logoResourceId"        kind:"image" check:"max=64"`

	SendChannel     Channel `json:"sendChannel"     check:"required"`
	VMSConnectionID *int64  `json:"vmsConnectionId" kind:"id"`

	PayRateFormula  string          `json:"payRateFormula"  kind:"longtext" check:"max=2000,ornull"`
	BillRateFormula string          `json:"billRateFormula" kind:"longtext" check:"max=2000,ornull"`
	HoursPerDay     decimal.Decimal `json:"hoursPerDay"     check:"minvalue=0.5,maxvalue=24"`
	DaysPerWeek     decimal.Decimal `json:"daysPerWeek"     check:"minvalue=0.5,maxvalue=7"`
	Fees

	ReopenWindowDays   int64  `json:"reopenWindowDays"   check:"minvalue=0,maxvalue=3650"`
	UnconfirmedTTLDays int64  `json:"unconfirmedTtlDays" check:"minvalue=1,maxvalue=365"`
	MembershipTTLDays  *int64 `json:"membershipTtlDays"  check:"minvalue=1,maxvalue=3650"` // null = never
	RetentionDays      int64  `json:"retentionDays"      check:"minvalue=30,maxvalue=3650"`

	AutoCloseWhenFilled        bool `json:"autoCloseWhenFilled"`
	IgnoreOwnershipRestriction bool `json:"ignoreOwnershipRestriction"`
	CHFCashRounding            bool `json:"chfCashRounding"`
}

// Zone is where the days of the client begin and end.
func (c Client) Zone() *time.Location {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Fees are the variables of rate formulas. Those without a value are null in a formula; a legal entity's null inherits
// the client's.
type Fees struct {
	MarkupPct      *decimal.Decimal `json:"markupPct"      kind:"percent" check:"minvalue=0,maxvalue=99.99"`
	MarginPct      *decimal.Decimal `json:"marginPct"      kind:"percent" check:"minvalue=0,maxvalue=99.99"`
	MSPFeePct      *decimal.Decimal `json:"mspFeePct"      kind:"percent" check:"minvalue=0,maxvalue=99.99"`
	VMSFeePct      *decimal.Decimal `json:"vmsFeePct"      kind:"percent" check:"minvalue=0,maxvalue=99.99"`
	PlatformFeePct *decimal.Decimal `json:"platformFeePct" kind:"percent" check:"minvalue=0,maxvalue=99.99"`
	VMSFee         *decimal.Decimal `json:"vmsFee"         kind:"money"   check:"minvalue=0"`
}

// Channel says how applications reach the client.
type Channel string

// The channels.
const (
	ByVMS    Channel = "VMS"
	Manually Channel = "MANUAL"
)

// Enum lists the channels.
func (Channel) Enum() enum.List {
	return enum.List{
		Name: "sendChannel", Text: "enum.sendChannel",
		Values: []string{string(ByVMS), string(Manually)},
	}
}

// LegalEntity is the part of a client that signs contracts.
type LegalEntity struct {
	resource.Record
	ClientID   int64          `json:"clientId"   kind:"ref:client" check:"required,createonly"`
	ClientName string         `json:"clientName" from:"clientId.name"`
	Name       string         `json:"name"       check:"required,max=120" store:"fold"`
	LegalName  string         `json:"legalName"  check:"max=200"`
	Code       string         `json:"code"       kind:"code" check:"max=40"`
	Address    postal.Address `json:"address"`
	Country    string         `json:"country"    kind:"country"`
	VATID      string         `json:"vatId"      check:"max=20"`
	Currency   money.Currency `json:"currency"   kind:"currency"`
	VMSCode    string         `json:"vmsCode"    check:"max=64"`
	Locale     string         `json:"locale"     kind:"locale"`
	Active     bool           `json:"active"`

	PayRateFormula  string `json:"payRateFormula"  kind:"longtext" check:"max=2000,ornull"` // empty inherits the client's
	BillRateFormula string `json:"billRateFormula" kind:"longtext" check:"max=2000,ornull"`
	Fees
	IgnoreOwnershipRestriction *bool `json:"ignoreOwnershipRestriction"` // null inherits the client's
}

// NewClient is what the record of a client starts with.
func NewClient() Client {
	days := int64(730)
	return Client{
		Currency: "EUR", Languages: []string{"en"}, Active: true, TimeZone: "Europe/Berlin",
		IsClassicLoginEnabled: true, SendChannel: Manually, HoursPerDay: decimal.FromInt(8),
		DaysPerWeek:      decimal.FromInt(5),
		ReopenWindowDays: 90, UnconfirmedTTLDays: 14, MembershipTTLDays: &days, RetentionDays: days,
	}
}

// NewLegalEntity is what the record of a legal entity starts with.
func NewLegalEntity() LegalEntity { return LegalEntity{Active: true} }
