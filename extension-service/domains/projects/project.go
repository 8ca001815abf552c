// Package projects holds the assignments that clients look for people for.
package projects

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Project is one assignment of a client.
type Project struct {
	resource.Record
	resource.Owned
	DeletedBy string `json:"deletedBy" check:"readonly"`
	VMSID     string `json:"vmsId"     check:"readonly,max=64" store:"fold"`
	Title     string `json:"title"     check:"required,max=200" store:"fold"`

	ClientID        int64  `json:"clientId"        kind:"ref:client" check:"required"`
	ClientName      string `json:"clientName"      from:"clientId.name"`
	LegalEntityID   int64  `json:"legalEntityId"   kind:"ref:legalEntity"`
	LegalEntityName string `json:"legalEntityName" from:"legalEntityId.name"`

	Status          Status    `json:"status"          check:"readonly"`
	StatusReason    Reason    `json:"statusReason"    check:"readonly"`
	StatusComment   string    `json:"statusComment"   check:"readonly"`
	StatusChangedAt time.Time `json:"statusChangedAt" check:"readonly"`
	StatusChangedBy string    `json:"statusChangedBy" check:"readonly"`
	ClosedAt        time.Time `json:"closedAt"        check:"readonly"`
	StartPaused     bool      `json:"startPaused"     check:"createonly,writeonly" store:"-"`

	Description           string    `json:"description"           kind:"longtext" check:"max=20000"`
	PublicDescription     string    `json:"publicDescription"     kind:"html" check:"max=20000"`
	PublicVisible         bool      `json:"publicVisible"`
	XMLVisible            bool      `json:"xmlVisible"`
	AssignmentPeriodStart date.Date `json:"assignmentPeriodStart"`
	AssignmentPeriodEnd   date.Date `json:"assignmentPeriodEnd"`
	ApplicationDeadline   date.Date `json:"applicationDeadline"`

	HoursPerWeek   *decimal.Decimal `json:"hoursPerWeek"   check:"minvalue=0.01,maxvalue=60"`
	RemoteSharePct *int64           `json:"remoteSharePct" check:"minvalue=0,maxvalue=100"`
	Site
	Positions       int64 `json:"positions"       check:"minvalue=1,maxvalue=10000"`
	PositionsFilled int64 `json:"positionsFilled" check:"readonly"`

	RateUnit        money.RateUnit   `json:"rateUnit"`
	Currency        money.Currency   `json:"currency"        kind:"currency"`
	OpenAmounts     Amounts          `json:"openAmounts"     check:"writeonly" store:"-"`
	RateMin         *decimal.Decimal `json:"rateMin"         kind:"money" check:"minvalue=0"`
	RateMax         *decimal.Decimal `json:"rateMax"         kind:"money" check:"minvalue=0"`
	FixedBudget     *decimal.Decimal `json:"fixedBudget"     kind:"money" check:"minvalue=0"`
	PayRateFormula  string           `json:"payRateFormula"  kind:"longtext" check:"max=2000,ornull"`
	BillRateFormula string           `json:"billRateFormula" kind:"longtext" check:"max=2000,ornull"`

	Skills       []string          `json:"skills"       check:"max=50,distinct" store:"keys"`
	Languages    []skills.Language `json:"languages"    check:"max=10"`
	PoolIDs      []int64           `json:"poolIds"      kind:"id" check:"max=100"`
	MSPs         []Assignment      `json:"msps"         check:"max=100"`
	ContactName  string            `json:"contactName"  check:"personal,max=120"`
	ContactEmail string            `json:"contactEmail" kind:"email" check:"personal,max=254"`
	Attachments  []string          `json:"attachments"  kind:"file" check:"max=20"`

	Source           Source    `json:"source"           check:"readonly"`
	VMSConnectionID  *int64    `json:"vmsConnectionId"  kind:"id" check:"readonly"`
	VMSStatusRaw     string    `json:"vmsStatusRaw"     check:"readonly"`
	VMSEnded         bool      `json:"vmsEnded"         check:"readonly"` // the last inbound status was a terminal one
	VMSLastInboundAt time.Time `json:"vmsLastInboundAt" check:"readonly"`

	AutoCloseWhenFilled *bool  `json:"autoCloseWhenFilled"` // without a value at creation: the client's
	ApplicationCounts   Counts `json:"applicationCounts" kind:"json" check:"readonly" store:"-"`

	// the first day that it can be extended to
	EarliestEnd date.Date `json:"earliestEnd" check:"readonly" store:"-"`
}

// Site is where the work is done.
type Site struct {
	SiteName        string       `json:"siteName"        check:"max=120"`
	SiteAddress     string       `json:"siteAddress"     check:"max=120"`
	SiteAddress2    string       `json:"siteAddress2"    check:"max=120"`
	SiteCity        string       `json:"siteCity"        check:"max=120"`
	SitePostalCode  string       `json:"sitePostalCode"  check:"max=12"`
	SiteCountry     string       `json:"siteCountry"     kind:"country"`
	SiteCoordinates *Coordinates `json:"siteCoordinates"`
}

// Coordinates are a place in WGS 84.
type Coordinates struct {
	Lat *Degrees `json:"lat" check:"minvalue=-90,maxvalue=90"`
	Lon *Degrees `json:"lon" check:"minvalue=-180,maxvalue=180"`
}

// Assignment lets an MSP offer its freelancers from an instant on.
type Assignment struct {
	MSPID     int64     `json:"mspId"     kind:"ref:msp" check:"required"`
	Tier      int64     `json:"tier"      check:"minvalue=1,maxvalue=3"`
	ReleaseAt time.Time `json:"releaseAt"`
	Suspended bool      `json:"suspended" check:"readonly"`
}

// Source says where a project comes from.
type Source string

// The sources.
const (
	Manual  Source = "MANUAL"
	FromVMS Source = "VMS"
)

// Enum lists the sources.
func (Source) Enum() enum.List {
	return enum.List{
		Name: "projectSource", Text: "enum.projectSource",
		Values: []string{string(Manual), string(FromVMS)},
	}
}

// Amounts says what becomes of the amounts of open applications when their project gets another currency: nothing
// converts them.
type Amounts string

// The choices.
const (
	ClearAmounts  Amounts = "CLEAR"
	RetainAmounts Amounts = "KEEP"
)

// Enum lists the choices.
func (Amounts) Enum() enum.List {
	return enum.List{
		Name: "projectAmounts", Text: "enum.projectAmounts",
		Values: []string{string(ClearAmounts), string(RetainAmounts)},
	}
}

// NewProject is what the record of a project starts with.
func NewProject() Project {
	return Project{RateUnit: money.PerHour, Positions: 1, Status: Active, Source: Manual}
}

// Degrees is an angle counted in millionths of a degree.
type Degrees int64

const (
	degree = 1_000_000
	places = 6 // after the point, which is about a tenth of a metre
)

var errDegrees = errors.New("not a number of degrees")

// UnmarshalJSON reads a JSON number from its literal text; more digits than there are places for are rounded, halves
// away from zero.
func (d *Degrees) UnmarshalJSON(b []byte) error {
	var n json.Number
	if err := json.Unmarshal(b, &n); err != nil || b[0] == '"' {
		return errDegrees
	}
	text := n.String()
	if strings.ContainsAny(text, "eE") { // as languages write a number close to 0: 5e-7
		float, err := n.Float64()
		if err != nil {
			return errDegrees
		}
		text = strconv.FormatFloat(float, 'f', -1, 64)
	}
	integer, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	isUp := len(fraction) > places && fraction[places] >= '5'
	fraction = fraction[:min(len(fraction), places)]
	if integer == "" || len(integer) > places {
		return errDegrees
	}
	v, err := strconv.ParseInt(integer+fraction+"000000"[len(fraction):], 10, 64)
	if err != nil {
		return errDegrees
	}
	if isUp {
		v++
	}
	if strings.HasPrefix(text, "-") {
		v = -v
	}
	*d = Degrees(v)
	return nil
}

// AppendText writes d in plain notation without trailing zeros.
func (d Degrees) AppendText(b []byte) ([]byte, error) {
	n := int64(d)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/degree, 10)
	if rest := n % degree; rest != 0 {
		b = append(append(b, '.'), strings.TrimRight(strconv.FormatInt(degree+rest, 10)[1:], "0")...)
	}
	return b, nil
}

// MarshalJSON writes a JSON number.
func (d Degrees) MarshalJSON() ([]byte, error) { return d.AppendText(nil) }

// Bound is what limits are held against: rounded away from zero, so that nothing beyond a limit passes.
func (d Degrees) Bound() decimal.Decimal {
	const scale = 100
	up := Degrees(scale - 1)
	if d < 0 {
		up = -up
	}
	return decimal.Decimal((d + up) / scale)
}
