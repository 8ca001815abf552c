package projects

import "poolkeeper.example/extension-service/engine/admin/enum"

// Status is where a project stands.
type Status string

// The statuses.
const (
	Active  Status = "ACTIVE"  // open for applications and sending
	Paused  Status = "PAUSED"  // visible to staff, nothing new, nothing is sent
	Closed  Status = "CLOSED"  // finished or cancelled
	Deleted Status = "DELETED" // in the trash, restorable until purged
)

// Statuses lists them in the order of "job status".
var Statuses = []Status{Active, Paused, Closed, Deleted}

// Enum lists the statuses.
func (Status) Enum() enum.List {
	return enum.List{Name: "projectStatus", Text: "project.status", Values: enum.Strings(Statuses)}
}

// Reason is the code of why a status changed.
type Reason string

// The reasons. Expired is set by jobs.
const (
	FilledHere        Reason = "FILLED_HERE"
	FilledElsewhere   Reason = "FILLED_ELSEWHERE"
	CancelledByClient Reason = "CANCELLED_BY_CLIENT"
	Budget            Reason = "BUDGET"
	Expired           Reason = "EXPIRED"
	Mistake           Reason = "MISTAKE"
	Other             Reason = "OTHER" // needs a comment
)

// Enum lists the codes.
func (Reason) Enum() enum.List {
	return enum.List{Name: "projectReason", Text: "enum.projectReason", Values: enum.Strings([]Reason{
		FilledHere, FilledElsewhere, CancelledByClient, Budget, Expired, Mistake, Other,
	})}
}
