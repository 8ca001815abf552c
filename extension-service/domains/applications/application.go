// Package applications holds the applications of freelancers for projects.
package applications

import (
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Application is one freelancer's bid for one project. What it repeats of the project, the freelancer and the MSP is
// what its lists are searched by.
type Application struct {
	resource.Record
	ProjectID       int64  `json:"projectId"     kind:"ref:project" check:"required,createonly"`
	ProjectTitle    string `json:"projectTitle"  check:"readonly" store:"fold"`
	ProjectHandle   string `json:"projectHandle" check:"readonly"`
	VMSID           string `json:"vmsId"         check:"readonly"`
	ProjectOwnerID  *int64 `json:"projectOwnerId"  kind:"staff" derived:"copy projectId.ownerId"`
	ProjectDeputyID *int64 `json:"projectDeputyId" kind:"staff" derived:"copy projectId.deputyId"`
	ClientID        int64  `json:"clientId"      kind:"ref:client" check:"readonly"`
	ClientName      string `json:"clientName"    from:"clientId.name"`
	LegalEntityID   int64  `json:"legalEntityId" kind:"ref:legalEntity" check:"readonly"`
	LegalEntityName string `json:"legalEntityName" from:"legalEntityId.name"`

	FreelancerID     int64  `json:"freelancerId"     kind:"ref:freelancer" check:"required,createonly"`
	FreelancerHandle string `json:"freelancerHandle" from:"freelancerId.handle"`
	FreelancerName   string `json:"freelancerName"   check:"readonly,personal" store:"fold"`
	FreelancerStatus string `json:"freelancerStatus" check:"readonly"`
	// ErasureAskedAt is when the freelancer has filed a request to be forgotten that is still open.
	ErasureAskedAt time.Time `json:"erasureAskedAt" check:"readonly" store:"-"`
	ProviderKind   Provider  `json:"providerKind"     check:"createonly"`
	MSPID          *int64    `json:"mspId"            kind:"ref:msp" check:"createonly"`
	MSPName        string    `json:"mspName"          derived:"copy mspId.name"`
	MSPStatus      string    `json:"mspStatus"        derived:"copy mspId.userStatus"`

	Status          Status    `json:"status"          check:"readonly"`
	StatusReason    Reason    `json:"statusReason"    check:"readonly"`
	StatusComment   string    `json:"statusComment"   check:"readonly,personal"`
	StatusChangedAt time.Time `json:"statusChangedAt" check:"readonly"`
	StatusChangedBy string    `json:"statusChangedBy" check:"readonly"`
	StatusBatchID   string    `json:"statusBatchId"   check:"readonly"` // of what ended with the project or the talent
	// CanResend says whether nothing that rows can tell stands in the way of sending a failed one again (A11). Triggers
	// keep it: what the mapping would say is not in it.
	CanResend bool `json:"canResend" check:"readonly"`
	// RateWarning says whether it is open and has a rate that could not be sent as it is. Triggers keep it.
	RateWarning bool `json:"rateWarning" check:"readonly"`
	// AnswersMissing says whether it is open and lacks an answer that is needed ("Flags" of questions). Triggers keep it.
	AnswersMissing bool `json:"answersMissing" check:"readonly"`

	TalentRate         *decimal.Decimal `json:"talentRate"         kind:"money" check:"minvalue=0"`
	PayRate            *decimal.Decimal `json:"payRate"            kind:"money" check:"minvalue=0"`
	BillRate           *decimal.Decimal `json:"billRate"           kind:"money" check:"minvalue=0"`
	RateUnit           money.RateUnit   `json:"rateUnit"`
	Currency           money.Currency   `json:"currency"           kind:"currency"`
	RateOverride       bool             `json:"rateOverride"`
	RateOverrideReason string           `json:"rateOverrideReason" check:"max=200,personal"`
	RateBreakdown      map[string]any   `json:"rateBreakdown"      kind:"json" check:"readonly"`
	FormulaVersionID   *int64           `json:"formulaVersionId"   kind:"id" check:"readonly"`

	AvailabilityFrom date.Date          `json:"availabilityFrom"`
	AvailabilityTo   date.Date          `json:"availabilityTo"`
	HoursPerWeek     *decimal.Decimal   `json:"hoursPerWeek"   check:"minvalue=0.01,maxvalue=60"`
	Message          string             `json:"message"        kind:"longtext" check:"max=4000,personal"`
	Answers          []questions.Answer `json:"answers"        check:"max=200,personal"`
	CVResourceID     string             `json:"cvResourceId"   kind:"file" check:"max=64"`
	Attachments      []string           `json:"attachments"    kind:"file" check:"max=20"`
	PDFResourceID    string             `json:"pdfResourceId"  kind:"file" check:"readonly"`

	InvitedAt           time.Time `json:"invitedAt"           check:"readonly"`
	InvitedBy           string    `json:"invitedBy"           check:"readonly"`
	InvitationExpiresAt time.Time `json:"invitationExpiresAt" check:"readonly"`
	ConfirmedAt         time.Time `json:"confirmedAt"         check:"readonly"`
	ConsentToShareAt    time.Time `json:"consentToShareAt"    check:"readonly"`

	Sending
	HiredAt       time.Time `json:"hiredAt"       check:"readonly"`
	WithdrawnAt   time.Time `json:"withdrawnAt"   check:"readonly"`
	DuplicateOfID *int64    `json:"duplicateOfId" kind:"id" check:"readonly"`

	// Of a single record, and of a file that asks for them.
	Attempts  []Attempt `json:"attempts"  check:"readonly" store:"-"`
	Readiness Readiness `json:"readiness" check:"readonly" store:"-"`
	SendWait  SendWait  `json:"sendWait"  check:"readonly" store:"-"`
}

// Sending is how far an application has come on its way to the client.
type Sending struct {
	Channel            Channel    `json:"channel"            check:"readonly"`
	ExternalID         string     `json:"externalId"         check:"readonly,personal"`
	SendRound          int64      `json:"sendRound"          check:"readonly"`
	SendAttempts       int64      `json:"sendAttempts"       check:"readonly"`
	NextAttemptAt      time.Time  `json:"nextAttemptAt"      check:"readonly"`
	SendLeaseUntil     time.Time  `json:"sendLeaseUntil"     check:"readonly"` // an attempt is in flight until then
	SendHold           bool       `json:"sendHold"           check:"readonly"`
	WithdrawAfterSend  bool       `json:"withdrawAfterSend"  check:"readonly"`
	WithdrawReason     Reason     `json:"withdrawReason"     check:"readonly"` // of what follows the sending
	SentAt             time.Time  `json:"sentAt"             check:"readonly"`
	LastSendError      *SendError `json:"lastSendError"      check:"readonly,personal"`
	OutboundSnapshotID *int64     `json:"outboundSnapshotId" kind:"id" check:"readonly"`
	// SHA-256 of what was sent, in hexadecimal digits
	PayloadHash string `json:"payloadHash"        check:"readonly,personal"`
}

// SendWait is why an application that is due is not sent through the VMS of its client; "" where nothing is in its way.
type SendWait string

// Enum lists the reasons.
func (SendWait) Enum() enum.List {
	return enum.List{
		Name: "applicationWait", Text: "enum.applicationWait",
		Values: []string{"NO_CONNECTION", "NO_MAPPING", "PAUSED", "RESTORED"},
	}
}

// Channel is how an application reaches its client.
type Channel string

// The channels.
const (
	ByVMS    Channel = "VMS"
	Manually Channel = "MANUAL"
)

// Enum lists the channels.
func (Channel) Enum() enum.List {
	return enum.List{
		Name: "applicationChannel", Text: "enum.applicationChannel",
		Values: []string{string(ByVMS), string(Manually)},
	}
}

// Attempt is one try to send an application.
type Attempt struct {
	Round      int64     `json:"round"`
	Attempt    int64     `json:"attempt"`
	At         time.Time `json:"at"`
	Channel    Channel   `json:"channel"`
	Outcome    Outcome   `json:"outcome"`
	Class      string    `json:"class"`
	Code       string    `json:"code"`
	Message    string    `json:"message"`
	ExternalID string    `json:"externalId"`
	DurationMS int64     `json:"durationMs"`
}

// Outcome says how an attempt ended.
type Outcome string

// The outcomes.
const (
	Accepted Outcome = "ACCEPTED"
	Failed   Outcome = "FAILED"
)

// Enum lists the outcomes.
func (Outcome) Enum() enum.List {
	return enum.List{
		Name: "attemptOutcome", Text: "enum.attemptOutcome",
		Values: []string{string(Accepted), string(Failed)},
	}
}

// Check is one condition of sending an application to its client: the text of Key says what is asked for.
type Check struct {
	Key    string         `json:"key"`
	OK     bool           `json:"ok"`
	Params map[string]any `json:"params" kind:"json"`
}

// Readiness are the conditions of sending an application; none when it does not wait to be sent.
type Readiness []Check

// Met is how many of them hold.
func (r Readiness) Met() int {
	n := 0
	for _, c := range r {
		if c.OK {
			n++
		}
	}
	return n
}

// Words says in a file what the list on the screen says, and what is missing; field.Worded.
func (r Readiness) Words(text func(key string) string) string {
	if len(r) == 0 {
		return text("panel.application.notNeeded")
	}
	of := strings.NewReplacer("%{met}", strconv.Itoa(r.Met()), "%{of}", strconv.Itoa(len(r)))
	words := of.Replace(text("panel.application.readyOf"))
	var missing []string
	for _, c := range r {
		if !c.OK {
			missing = append(missing, text(c.Key))
		}
	}
	if len(missing) == 0 {
		return words
	}
	return words + ". " + text("panel.application.missing") + " " + strings.Join(missing, ", ")
}

// InFlight says whether an attempt to send it is under way.
func (s Sending) InFlight(now time.Time) bool { return now.Before(s.SendLeaseUntil) }

// SendError is why the last attempt to send failed.
type SendError struct {
	Class     string    `json:"class"`
	Code      string    `json:"code"`
	Message   string    `json:"message"`
	At        time.Time `json:"at"`
	Retryable bool      `json:"retryable"`
}

// Invitation asks one freelancer to apply for one project.
type Invitation struct {
	resource.Record
	ProjectID     int64     `json:"projectId"     kind:"ref:project" check:"readonly"`
	ClientID      int64     `json:"clientId"      kind:"ref:client" check:"readonly"`
	LegalEntityID int64     `json:"legalEntityId" kind:"ref:legalEntity" check:"readonly"`
	FreelancerID  int64     `json:"freelancerId"  kind:"id" check:"readonly"`
	MSPID         *int64    `json:"mspId"         kind:"id" check:"readonly"`
	State         State     `json:"state"         check:"readonly"`
	SentAt        time.Time `json:"sentAt"        check:"readonly"`
	OpenedAt      time.Time `json:"openedAt"      check:"readonly"`
	AnsweredAt    time.Time `json:"answeredAt"    check:"readonly"`
	ExpiresAt     time.Time `json:"expiresAt"     check:"readonly"`
	SentBy        string    `json:"sentBy"        check:"readonly"`
	Channel       string    `json:"channel"       check:"readonly"`
	ApplicationID *int64    `json:"applicationId" kind:"id" check:"readonly"`
}
