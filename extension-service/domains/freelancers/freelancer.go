// Package freelancers holds the people of the marketplace: their records, statuses, bindings to clients, duplicates and
// their rights over what is kept of them.
package freelancers

import (
	"time"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Freelancer is one person who can be offered to clients. Fields marked sensitive are S in "Freelancer"; what else says
// who somebody is, is marked personal, so that it can be forgotten.
type Freelancer struct {
	resource.Record
	DeletedBy string `json:"deletedBy" check:"readonly"`

	// first and last name, what lists show and search
	Name          string     `json:"name"          check:"readonly,personal" store:"fold"`
	Salutation    Salutation `json:"salutation"    check:"personal"`
	Gender        Gender     `json:"gender"        check:"personal"`
	AcademicTitle string     `json:"academicTitle" check:"personal,max=30"`
	FirstName     string     `json:"firstName"     check:"required,personal,max=80" store:"fold"`
	LastName      string     `json:"lastName"      check:"required,personal,max=80" store:"fold"`

	Email string `json:"email"           kind:"email" check:"required,personal,max=254" store:"fold,key"`
	// a new address nobody has confirmed yet
	PendingEmail    string    `json:"pendingEmail"    kind:"email" check:"readonly,personal"`
	EmailVerifiedAt time.Time `json:"emailVerifiedAt" check:"readonly"`
	// an address waits to be confirmed
	EmailWaits   bool           `json:"emailWaits"      check:"readonly" store:"-"`
	MobileNumber string         `json:"mobileNumber"    kind:"phone" check:"sensitive,max=16"`
	HomeAddress  postal.Address `json:"homeAddress"     check:"sensitive" store:"keys"`
	// the part of the address that lists show: country, postal code and city
	Place          string `json:"place"           check:"readonly,personal" store:"-"`
	LinkedinHandle string `json:"linkedinHandle"  check:"personal,max=100" pattern:"[A-Za-z0-9-]{3,100}"`
	Description    string `json:"description"     kind:"longtext" check:"personal,max=5000"`
	// shown at the head of the page, to those who may read the record alone
	PhotoResourceID string `json:"photoResourceId" kind:"image" check:"personal,max=64"`
	// the person's own documents, whatever applications name besides
	Attachments []string `json:"attachments"     kind:"file" check:"personal,max=50"`

	DayRate  *decimal.Decimal `json:"dayRate"  kind:"money" check:"minvalue=0"`
	HourRate *decimal.Decimal `json:"hourRate" kind:"money" check:"minvalue=0"`
	Currency money.Currency   `json:"currency" kind:"currency"`

	// the two rates do not fit each other, as RatesDiffer says
	RatesDiffer bool `json:"ratesDiffer" check:"readonly" store:"-"`

	SecurityInfo     Security          `json:"securityInfo"     check:"sensitive"`
	Skills           []string          `json:"skills"           check:"max=50,distinct" store:"keys"`
	Languages        []skills.Language `json:"languages"        check:"max=10" store:"keys"`
	AvailabilityFrom date.Date         `json:"availabilityFrom"`
	AvailabilityPct  *int64            `json:"availabilityPct"  check:"minvalue=0,maxvalue=100"`

	UserStatus      Status    `json:"userStatus"      check:"readonly"`
	StatusReason    string    `json:"statusReason"    check:"readonly,personal"`
	StatusComment   string    `json:"statusComment"   check:"readonly,personal"`
	StatusChangedAt time.Time `json:"statusChangedAt" check:"readonly"`
	StatusChangedBy string    `json:"statusChangedBy" check:"readonly"`

	LoginKind    LoginKind `json:"loginKind"    check:"readonly"`
	Locale       string    `json:"locale"       kind:"locale" check:"max=20"`
	LastLoginAt  time.Time `json:"lastLoginAt"  check:"readonly"`
	FailedLogins int64     `json:"failedLogins" check:"readonly"`

	MSPID   *int64 `json:"mspId"   kind:"ref:msp"`
	MSPName string `json:"mspName" derived:"copy mspId.name"`

	Binding
	Consent         Consent      `json:"consent"         check:"readonly,personal" store:"keys"`
	LegalHold       bool         `json:"legalHold"`
	LegalHoldReason string       `json:"legalHoldReason" check:"personal,max=500"`
	ExternalIDs     []ExternalID `json:"externalIds"     check:"personal,max=20"`
	AnonymisedAt    time.Time    `json:"anonymisedAt"    check:"readonly"`
	// when the consent to the processing of data ends; zero without one, or for one without an end. Triggers keep it.
	ConsentUntil time.Time `json:"consentUntil" check:"readonly"`
	// the last day of clearance or right to work, whichever comes first; "" without any. Triggers keep it.
	DocumentsUntil date.Date `json:"documentsUntil" check:"readonly,personal"`
	// when a request to be forgotten was filed that is still open
	ErasureAskedAt time.Time `json:"erasureAskedAt"  check:"readonly" store:"-"`
	// whose record this one has become part of
	MergedIntoID int64 `json:"mergedIntoId"    kind:"ref:freelancer" check:"readonly"`

	PoolMemberships []Membership        `json:"poolMemberships" check:"readonly" store:"-"`
	PoolCount       int64               `json:"poolCount"       check:"readonly" store:"-"`
	Duplicates      []PossibleDuplicate `json:"duplicates"      check:"readonly" store:"-"`

	PoolIDs          []int64 `json:"poolIds"          kind:"id" check:"createonly,writeonly,max=100" store:"-"`
	SendVerification bool    `json:"sendVerification" check:"createonly,writeonly" store:"-"`
	// in spite of possible duplicates, which are kept for review
	Force bool `json:"force"            check:"createonly,writeonly" store:"-"`
	// told to be other people: nobody is asked about them again
	NotDuplicateOf []int64 `json:"notDuplicateOf"   kind:"id" check:"createonly,writeonly,max=20" store:"-"`
}

// Binding is what a freelancer's record repeats of the open binding, which scopes and lists go by.
type Binding struct {
	BoundClientID        int64     `json:"boundClientId"        kind:"ref:client" check:"readonly"`
	BoundClientName      string    `json:"boundClientName"      from:"boundClientId.name"`
	BoundLegalEntityID   int64     `json:"boundLegalEntityId"   kind:"ref:legalEntity" check:"readonly"`
	BoundLegalEntityName string    `json:"boundLegalEntityName" from:"boundLegalEntityId.name"`
	BoundUntil           date.Date `json:"boundUntil"           check:"readonly"`
	BoundClient          *BoundTo  `json:"boundClient"          check:"readonly" store:"-"`
}

// BoundAt returns to which client, and to which legal entity of it, somebody is bound on the day of an instant; 0 is
// none.
func (b Binding) BoundAt(now time.Time) (clientID, legalEntityID int64) {
	if b.BoundUntil != "" && b.BoundUntil < date.FromTime(now.In(zone)) {
		return 0, 0
	}
	return b.BoundClientID, b.BoundLegalEntityID
}

// BoundTo says to whom a freelancer is bound.
type BoundTo struct {
	ClientID   int64  `json:"clientId"   kind:"id"`
	ClientName string `json:"clientName"`
	Scope      Scope  `json:"scope"`
}

// Security is what a client may ask before it lets somebody in.
type Security struct {
	ClearanceLevel      Clearance `json:"clearanceLevel"`
	ClearanceValidUntil date.Date `json:"clearanceValidUntil"`
	RightToWorkUntil    date.Date `json:"rightToWorkUntil"`
	Note                string    `json:"note" kind:"longtext" check:"max=500"`
}

// ExternalID is how another system knows somebody.
type ExternalID struct {
	System string `json:"system" check:"required,max=40"`
	ID     string `json:"id"     check:"required,max=80"`
}

// Membership is one pool somebody is in.
type Membership struct {
	PoolID    int64     `json:"poolId"    kind:"id"`
	PoolName  string    `json:"poolName"`
	Status    string    `json:"status"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// PossibleDuplicate is another record that may be of the same person.
type PossibleDuplicate struct {
	FreelancerID int64           `json:"freelancerId" kind:"id"`
	Score        decimal.Decimal `json:"score"`
	Rules        []Rule          `json:"rules"`
}

// NewFreelancer is what the record of a freelancer starts with.
func NewFreelancer() Freelancer {
	return Freelancer{
		Salutation: NoSalutation, Gender: Undisclosed, Currency: "EUR", Locale: "en", UserStatus: Unverified,
		LoginKind:    ByPassword,
		SecurityInfo: Security{ClearanceLevel: NoClearance}, SendVerification: true,
	}
}
