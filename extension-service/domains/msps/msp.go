// Package msps holds the managed service providers that offer freelancers of their own.
package msps

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// MSP is a company whose freelancers apply through it.
type MSP struct {
	resource.Record
	resource.Owned
	Name             string         `json:"name"             check:"required,personal,max=120" store:"fold"`
	LegalName        string         `json:"legalName"        check:"personal,max=200"`
	Email            string         `json:"email"            kind:"email" check:"required,personal,max=254" store:"fold,key"`
	EmailVerifiedAt  time.Time      `json:"emailVerifiedAt"  check:"readonly"`
	Phone            string         `json:"phone"            kind:"phone" check:"personal,max=16"`
	Website          string         `json:"website"          kind:"url" check:"personal,max=300"`
	ContactFirstName string         `json:"contactFirstName" check:"personal,max=80"`
	ContactLastName  string         `json:"contactLastName"  check:"personal,max=80"`
	Address          postal.Address `json:"address"          check:"personal"`
	VATID            string         `json:"vatId"            check:"personal,max=20"`
	LogoResourceID   string         `json:"logoResourceId"   kind:"image" check:"max=64"`
	Locale           string         `json:"locale"           kind:"locale" check:"max=20"`
	UserStatus       Status         `json:"userStatus"       check:"readonly"`
	Tier             int64          `json:"tier"             check:"minvalue=1,maxvalue=3"`
	FeePct           *Percent       `json:"feePct"           kind:"percent" check:"minvalue=0,maxvalue=50"`
	NDASignedAt      date.Date      `json:"ndaSignedAt"`
	ContractValid    date.Date      `json:"contractValidUntil"`
	Invite           bool           `json:"invite"           check:"createonly,writeonly" store:"-"`

	LegalEntities []Entity `json:"legalEntities" check:"readonly" store:"-"`
	Permissions   []Grant  `json:"permissions"   check:"readonly" store:"-"`
	Users         []User   `json:"users"         check:"readonly" store:"-"`
	Counts
}

// Percent is a share with four fraction digits.
type Percent = decimal.Decimal

// Counts say how much depends on an MSP.
type Counts struct {
	FreelancerCount      int64 `json:"freelancerCount"      check:"readonly" store:"-"`
	OpenApplicationCount int64 `json:"openApplicationCount" check:"readonly" store:"-"`
	ActiveProjectCount   int64 `json:"activeProjectCount"   check:"readonly" store:"-"`
}

// Entity is a legal entity that an MSP works for.
type Entity struct {
	ID       int64     `json:"id"       kind:"id" owner:"legalEntity"`
	Name     string    `json:"name"`
	ClientID int64     `json:"clientId" kind:"ref:client"`
	Since    time.Time `json:"since"`
}

// MarshalJSON writes a legal entity as it stands in the record of its MSP.
func (e Entity) MarshalJSON() ([]byte, error) { return resource.Show(&e).MarshalJSON() }

// User is somebody who signs in at the portal for an MSP.
type User struct {
	ID     int64  `json:"id"     kind:"id"`
	Name   string `json:"name"`
	Email  string `json:"email"  kind:"email"`
	Status Status `json:"status"`
}

// Status is where an MSP stands.
type Status string

// The statuses. Unverified lies between creation and the accepted invitation.
const (
	Active     Status = "AC"
	Inactive   Status = "DE"
	Unverified Status = "UV"
	Deleted    Status = "DL"
)

// Enum lists the statuses.
func (Status) Enum() enum.List {
	return enum.List{Name: "userStatus", Text: "user.status", Values: []string{
		string(Active), string(Inactive), string(Unverified), string(Deleted),
	}}
}

// NewMSP is what the record of an MSP starts with.
func NewMSP() MSP { return MSP{UserStatus: Unverified, Locale: "en", Tier: 1} }
