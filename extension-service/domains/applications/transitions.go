package applications

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// transition is one row of "Application status transitions". The table of them drives changes, explanations, bulk calls
// and what "ready to send" lists.
type transition = statemachine.Transition[Status, facts, effect]

// effect is what a transition does besides changing the status.
type effect struct {
	set  []step // before the record is written
	then []step // once it is
}

// step is one part of an effect, on the record as it will be.
type step func(ctx context.Context, s *Service, m *move) error

// move is one transition under way.
type move struct {
	moveRequest
	old, now Application
	facts    facts
}

// moveRequest is what somebody wants of an application.
type moveRequest struct {
	to        Status
	by        statemachine.Actor
	reason    Reason
	comment   string
	quiet     bool // the talent is not told of a refusal
	confirmed bool // what can be set aside by confirming is
	batchID   string
}

const (
	staff  = statemachine.Staff
	talent = statemachine.Talent
	msp    = statemachine.MSP
	vms    = statemachine.VMS
	system = statemachine.System
	batch  = statemachine.Batch
)

func actorList(actors ...statemachine.Actor) []statemachine.Actor { return actors }

func reasonFrom(actors ...statemachine.Actor) func(facts, statemachine.Actor) bool {
	return statemachine.From[facts](actors...)
}

// overridesVMS asks people for a reason where a VMS should have said so.
func overridesVMS(f facts, by statemachine.Actor) bool {
	return by == staff && f.project.client.SendChannel == clients.ByVMS
}

func codes(list ...Reason) []string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = string(r)
	}
	return out
}

var (
	mayChange = []role.Permission{role.ApplicationStatus}
	mayResend = []role.Permission{role.ApplicationStatus, role.ApplicationResend}

	whyRefuse = codes("SKILLS", "RATE", "AVAILABILITY", "LANGUAGE", "LOCATION", "DOCUMENTS", "DUPLICATE", "NO_RESPONSE",
		"CLIENT_DECISION", "OTHER")
	whyWithdraw = codes("TALENT_DECISION", "NO_RESPONSE", "AVAILABILITY", "RATE", "DUPLICATE", "CLIENT_DECISION", "OTHER")
	whyClient   = codes("CLIENT_DECISION", "SKILLS", "RATE", "AVAILABILITY", "LANGUAGE", "LOCATION", "DOCUMENTS",
		"DUPLICATE", "OTHER")
	whyCorrect = codes("RATE", "AVAILABILITY", "DOCUMENTS", "SKILLS", "CLIENT_DECISION", "TALENT_DECISION", "OTHER")
	whyConfirm = codes("TALENT_DECISION", "CLIENT_DECISION", "OTHER")

	toSend = []guard{talentActive, notErasing, rated, rateInRange, consented, onlyOne}
)

var transitions = limited(slices.Concat(beforeSending, sending, decided))

// limited puts the state of the project before the guards of every row.
func limited(table statemachine.Table[Status, facts, effect]) statemachine.Table[Status, facts, effect] {
	for i := range table {
		table[i].Guards = append([]guard{inProject(table[i].Name)}, table[i].Guards...)
	}
	return table
}

var beforeSending = statemachine.Table[Status, facts, effect]{
	{
		Name: "A1", From: []Status{Unconfirmed}, To: Active, By: actorList(talent, staff), Needs: mayChange,
		Reason: reasonFrom(staff), Codes: whyConfirm,
		Guards: []guard{talentActive, answered, notKnockedOut},
		Do:     effect{set: []step{confirm}, then: []step{cancelConfirmation}},
	},
	{
		Name: "A2", From: []Status{Unconfirmed, Active}, To: RejectedByMSP, By: actorList(system, msp, staff),
		Needs:  mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyRefuse, Impact: notifiesFreelancer,
		Do: effect{then: []step{cancelConfirmation, notifyTalent}},
	},
	{
		Name: "A3", From: []Status{Unconfirmed}, To: Withdrawn, By: actorList(talent, msp, staff, system, batch),
		Needs:  mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyWithdraw, Guards: []guard{unconfirmedLong},
		Do: effect{set: []step{withdraw}, then: []step{cancelConfirmation}},
	},
	{
		Name: "A4", From: []Status{Active}, To: SendPending, By: actorList(msp, staff), Needs: mayChange,
		Guards: append([]guard{maySubmit, throughVMS, mapped}, toSend...),
		Do:     effect{set: []step{newRound}, then: []step{enqueue}},
	},
	{
		Name: "A5", From: []Status{Active}, To: SentToClient, By: actorList(staff), Needs: mayChange, Codes: whyConfirm,
		Guards: append([]guard{byHand}, toSend...), Do: effect{set: []step{handOver}, then: []step{recordHandOver}},
	},
	{
		Name: "A6", From: []Status{Active}, To: Withdrawn, By: actorList(talent, msp, staff, batch), Needs: mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyWithdraw, Do: effect{set: []step{withdraw}},
	},
	{
		Name: "A19", Reverts: true, From: []Status{RejectedByMSP}, To: Active, By: actorList(msp, staff), Needs: mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyCorrect,
		Guards: []guard{stillRecent, talentActive, reconsiderable, wasConfirmed}, Impact: withdrawsMail,
		Do: effect{set: []step{recompute}, then: []step{cancelRejection}},
	},
	{
		Name: "A19", Reverts: true, From: []Status{RejectedByMSP}, To: Unconfirmed, By: actorList(msp, staff),
		Needs: mayChange, Reason: reasonFrom(msp, staff), Codes: whyCorrect,
		Guards: []guard{stillRecent, talentActive, reconsiderable, neverConfirmed}, Impact: withdrawsMail,
		Do: effect{set: []step{recompute}, then: []step{cancelRejection, requestConfirmationAgain}},
	},
	{
		Name: "A20", Reverts: true, From: []Status{Withdrawn}, To: Active, By: actorList(talent, staff, batch),
		Needs: mayChange, Reason: reasonFrom(staff), Codes: whyCorrect,
		Guards: []guard{stillRecent, talentActive, revivable, wasConfirmed},
		Do:     effect{set: []step{clearWithdrawal, recompute}},
	},
	{
		Name: "A20", Reverts: true, From: []Status{Withdrawn}, To: Unconfirmed, By: actorList(talent, staff, batch),
		Needs: mayChange, Reason: reasonFrom(staff), Codes: whyCorrect,
		Guards: []guard{stillRecent, talentActive, revivable, neverConfirmed},
		Do:     effect{set: []step{clearWithdrawal, recompute}, then: []step{requestConfirmation}},
	},
}

var sending = statemachine.Table[Status, facts, effect]{
	{
		Name: "A7", From: []Status{SendPending}, To: SentToClient, By: actorList(system),
		Do: effect{set: []step{delivered}},
	},
	{
		Name: "A8", From: []Status{SendPending}, To: SendFailed, By: actorList(system),
	},
	{
		Name: "A9", Reverts: true, From: []Status{SendPending}, To: Active, By: actorList(staff, msp), Needs: mayChange,
		Codes:  whyCorrect,
		Guards: []guard{notInFlight}, Do: effect{set: []step{stopSending, recompute}, then: []step{dequeue}},
	},
	{
		Name: "A10", From: []Status{SendPending}, To: Withdrawn, By: actorList(talent, msp, staff, batch), Needs: mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyWithdraw, Guards: []guard{notInFlight},
		Do: effect{set: []step{stopSending, withdraw}, then: []step{dequeue}},
	},
	{
		Name: "A11", From: []Status{SendFailed}, To: SendPending, By: actorList(system, staff), Needs: mayResend,
		Guards: []guard{talentActive, notErasing, mapped, onlyOne, worthRetrying, notYetInVMS},
		Do:     effect{set: []step{newRound}, then: []step{enqueue}},
	},
	{
		Name: "A12", From: []Status{SendFailed}, To: Active, By: actorList(staff), Needs: mayChange, Codes: whyCorrect,
		Do: effect{set: []step{recompute}},
	},
	{
		Name: "A13", From: []Status{SendFailed}, To: Withdrawn, By: actorList(talent, staff, batch), Needs: mayChange,
		Reason: reasonFrom(staff), Codes: whyWithdraw, Do: effect{set: []step{withdraw}},
	},
	{
		Name: "A13", From: []Status{SendFailed}, To: RejectedByMSP, By: actorList(msp, staff), Needs: mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyRefuse, Impact: notifiesFreelancer, Do: effect{then: []step{notifyTalent}},
	},
	{
		Name: "A17", From: []Status{SentToClient}, To: SentToClient, As: SendPending, By: actorList(staff), Needs: mayChange,
		Reason: reasonFrom(staff), Codes: whyCorrect, Guards: append([]guard{throughVMS, canUpdate, mapped}, toSend...),
		Do: effect{set: []step{newRound}, then: []step{enqueue}},
	},
}

var decided = statemachine.Table[Status, facts, effect]{
	{
		Name: "A14", From: []Status{SentToClient}, To: Hired, By: actorList(vms, staff), Needs: mayChange,
		Reason: overridesVMS, Codes: whyConfirm,
		Guards: []guard{positionFree, talentActive}, Impact: hiring,
		Do: effect{set: []step{hire}, then: []step{fillPosition}},
	},
	{
		Name: "A15", From: []Status{SentToClient}, To: RejectedByVMS, By: actorList(vms, staff), Needs: mayChange,
		Reason: reasonFrom(vms, staff), Codes: whyClient,
		Impact: notifiesFreelancer, Do: effect{then: []step{notifyTalent}},
	},
	{
		Name: "A16", From: []Status{SentToClient}, To: Withdrawn, By: actorList(talent, msp, staff, batch), Needs: mayChange,
		Reason: reasonFrom(msp, staff), Codes: whyWithdraw, Do: effect{set: []step{withdraw}, then: []step{withdrawThere}},
	},
	{
		Name: "A18", Reverts: true, From: []Status{RejectedByVMS}, To: SentToClient, By: actorList(vms, staff),
		Needs: mayChange, Reason: reasonFrom(staff), Codes: whyCorrect,
		Guards: []guard{stillRecent, onlyOne}, Impact: withdrawsMail, Do: effect{then: []step{cancelRejection}},
	},
	{
		Name: "A21", From: []Status{Hired}, To: Withdrawn, By: actorList(staff), Needs: mayChange, Reason: reasonFrom(staff),
		Codes:  whyWithdraw,
		Guards: []guard{justStarted}, Impact: freesPosition,
		Do: effect{set: []step{withdraw, unhire}, then: []step{givePosition}},
	},
	{
		Name: "A21", From: []Status{Hired}, To: RejectedByVMS, By: actorList(staff, vms), Needs: mayChange,
		Reason: reasonFrom(staff, vms), Codes: whyClient,
		Guards: []guard{justStarted}, Impact: freesPosition, Do: effect{set: []step{unhire}, then: []step{givePosition}},
	},
}
