package applications

import "poolkeeper.example/extension-service/engine/admin/enum"

// Status is where an application stands, by its code.
type Status string

// The statuses.
const (
	Unconfirmed   Status = "uc"
	Active        Status = "a"
	SendPending   Status = "sp"
	SendFailed    Status = "sf"
	SentToClient  Status = "s2c"
	Hired         Status = "h"
	RejectedByMSP Status = "rm"
	RejectedByVMS Status = "rv"
	Withdrawn     Status = "w"
)

// Statuses lists the codes in the order of filters, each with the name its text is kept under.
var Statuses = []struct {
	Code Status
	Name string
}{
	{Unconfirmed, "UNCONFIRMED"},
	{Active, "ACTIVE"},
	{SendPending, "SEND_PENDING"},
	{SendFailed, "SEND_FAILED"},
	{SentToClient, "SENT_TO_CLIENT"},
	{Hired, "HIRED"},
	{RejectedByMSP, "REJECTED_BY_MSP"},
	{RejectedByVMS, "REJECTED_BY_VMS"},
	{Withdrawn, "WITHDRAWN"},
}

// TextKey is the key of the text of a status.
func (s Status) TextKey() string { return s.Enum().Key(string(s)) }

// Enum lists the codes; their texts go by the names.
func (Status) Enum() enum.List {
	values, names := make([]string, len(Statuses)), make([]string, len(Statuses))
	for i, s := range Statuses {
		values[i], names[i] = string(s.Code), s.Name
	}
	return enum.List{Name: "applicationStatus", Text: "application.status", Values: values, Names: names}
}

// withdrawable are the open statuses that closing or deleting a project ends.
var withdrawable = []Status{Unconfirmed, Active, SendPending, SendFailed}

// Reason is the code of why a status changed.
type Reason string

// The reasons that only rules and jobs set.
const (
	KnockoutQuestion   Reason = "KNOCKOUT_QUESTION"
	ProjectClosed      Reason = "PROJECT_CLOSED"
	ProjectDeleted     Reason = "PROJECT_DELETED"
	UserDeactivated    Reason = "USER_DEACTIVATED"
	Erasure            Reason = "ERASURE"
	UnconfirmedExpired Reason = "UNCONFIRMED_EXPIRED"
	VMSValidation      Reason = "VMS_VALIDATION"
	VMSDuplicate       Reason = "VMS_DUPLICATE"
	VMSAuth            Reason = "VMS_AUTH"
	VMSUnavailable     Reason = "VMS_UNAVAILABLE"
	Mapping            Reason = "MAPPING"
)

// StaffReasons are the codes people choose from.
var StaffReasons = []Reason{
	"SKILLS", "RATE", "AVAILABILITY", "LANGUAGE", "LOCATION", "DOCUMENTS", "DUPLICATE", "NO_RESPONSE", "CLIENT_DECISION",
	"TALENT_DECISION", "OTHER",
}

var machineReasons = []Reason{
	KnockoutQuestion, ProjectClosed, ProjectDeleted, UserDeactivated, Erasure, UnconfirmedExpired, VMSValidation,
	VMSDuplicate, VMSAuth, VMSUnavailable, Mapping,
}

// Enum lists the codes, those for people first.
func (Reason) Enum() enum.List {
	var values []string
	for _, list := range [][]Reason{StaffReasons, machineReasons} {
		for _, r := range list {
			values = append(values, string(r))
		}
	}
	return enum.List{Name: "applicationReason", Text: "enum.applicationReason", Values: values}
}

// Provider says who stands behind an application.
type Provider string

// The kinds of provider.
const (
	ByMSP        Provider = "msp"
	ByFreelancer Provider = "freelancer"
)

// Enum lists the kinds.
func (Provider) Enum() enum.List {
	return enum.List{
		Name: "providerKind", Text: "enum.providerKind",
		Values: []string{string(ByMSP), string(ByFreelancer)},
	}
}

// State is how far an invitation has come.
type State string

// Answered is the state of an invitation that led to an application.
const Answered State = "ACCEPTED"

// States lists the states of invitations.
var States = []State{"SENT", "OPENED", Answered, "DECLINED", "EXPIRED", "REVOKED"}

// Enum lists the states.
func (State) Enum() enum.List {
	values := make([]string, len(States))
	for i, s := range States {
		values[i] = string(s)
	}
	return enum.List{Name: "invitationState", Text: "enum.invitationState", Values: values}
}

// Choices lists the statuses with the keys of their texts, which name them in words.
func Choices() []enum.Choice { return Status("").Enum().Choices() }
