package freelancers

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// effect is what a transition does besides changing the status.
type effect struct {
	withdraw []string // applications in these statuses end before the freelancer changes
	set      func(p *Freelancer, f facts)
	verify   bool // the address must be confirmed, so a mail asks for it
	restores bool // applications that ended with the freelancer may come back
}

// deactivation ends what is open with the marketplace, deletion what is with a client too.
var (
	openHere  = []string{"uc", "a", "sp", "sf"}
	openAtAll = []string{"uc", "a", "sp", "sf", "s2c"}
)

var (
	byStatus  = []role.Permission{role.FreelancerStatus}
	byDelete  = []role.Permission{role.FreelancerDelete}
	byRestore = []role.Permission{role.FreelancerRestore}
	fromStaff = statemachine.From[facts](statemachine.Staff)
)

// What people are offered as reasons; they may give others in words of their own.
var (
	verifyReasons     = []string{"CHECKED_BY_PHONE", "OTHER"}
	deactivateReasons = []string{"OWN_REQUEST", "NO_RESPONSE", "CONSENT", "OTHER"}
	reactivateReasons = []string{"AVAILABLE_AGAIN", "OWN_REQUEST", "OTHER"}
	deleteReasons     = []string{"OWN_REQUEST", "DUPLICATE", "MISTAKE", "OTHER"}
	restoreReasons    = []string{"MISTAKE", "OWN_REQUEST", "OTHER"}
)

// transitions are the rows of "User status transitions" for freelancers.
var transitions = statemachine.Table[Status, facts, effect]{
	{
		Name: "U1", From: []Status{Unverified}, To: Active, By: []statemachine.Actor{statemachine.Staff, statemachine.Talent},
		Needs: byStatus, Reason: fromStaff, Codes: verifyReasons,
		Do: effect{set: verified},
	},
	{
		Name: "U2", From: []Status{Unverified}, To: Deleted,
		By: []statemachine.Actor{statemachine.Staff, statemachine.System}, Needs: byDelete,
		Reason: fromStaff, Codes: deleteReasons,
		Guards: []statemachine.Guard[facts]{noAssignment, withinScope}, Impact: deleting,
		Do: effect{withdraw: openAtAll, set: trash},
	},
	{
		Name: "U3", From: []Status{Active}, To: Inactive, By: []statemachine.Actor{statemachine.Staff, statemachine.System},
		Needs: byStatus, Reason: fromStaff, Codes: deactivateReasons,
		Guards: []statemachine.Guard[facts]{withinScope}, Impact: deactivating, Do: effect{withdraw: openHere},
	},
	{
		Name: "U4", Reverts: true, From: []Status{Inactive}, To: Active, By: []statemachine.Actor{statemachine.Staff},
		Needs: byStatus, Reason: fromStaff, Codes: reactivateReasons,
		Guards: []statemachine.Guard[facts]{consentGiven, consentLasts, emailVerified}, Impact: restorable,
		Do: effect{restores: true},
	},
	{
		Name: "U4", From: []Status{Inactive}, To: Unverified, By: []statemachine.Actor{statemachine.Staff}, Needs: byStatus,
		Reason: fromStaff, Codes: reactivateReasons,
		Guards: []statemachine.Guard[facts]{consentLasts, unsure},
		Do:     effect{verify: true, set: func(p *Freelancer, _ facts) { p.EmailVerifiedAt = time.Time{} }},
	},
	{
		Name: "U5", From: []Status{Active, Inactive}, To: Deleted,
		By: []statemachine.Actor{statemachine.Staff, statemachine.System}, Needs: byDelete,
		Reason: fromStaff, Codes: deleteReasons,
		Guards: []statemachine.Guard[facts]{noAssignment, withinScope}, Impact: deleting,
		Do: effect{withdraw: openAtAll, set: trash},
	},
	{
		Name: "U6", Reverts: true, From: []Status{Deleted}, To: Inactive, By: []statemachine.Actor{statemachine.Staff},
		Needs: byRestore, Reason: fromStaff, Codes: restoreReasons,
		Guards: []statemachine.Guard[facts]{notAnonymised, notPurged, emailFree},
		Do:     effect{set: func(p *Freelancer, _ facts) { p.DeletedAt, p.DeletedBy, p.MergedIntoID = time.Time{}, "", 0 }},
	},
}

// verified notes the address as confirmed, and the consent that whoever uses the link of the mail gives with it.
func verified(p *Freelancer, f facts) {
	if p.EmailVerifiedAt = f.now; f.byLink {
		p.Consent = p.Consent.byLink(f.now)
	}
}

func trash(p *Freelancer, f facts) { p.DeletedAt, p.DeletedBy = f.now, f.who }
