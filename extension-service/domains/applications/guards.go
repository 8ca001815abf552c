package applications

import (
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// guard is one condition of a transition.
type guard = statemachine.Guard[facts]

// What the state of a project leaves open. What a change elsewhere ends may end in every state.
var (
	notWhilePaused = []string{"A1", "A4", "A5", "A11", "A17", "A19", "A20"}
	whileClosed    = []string{"A7", "A8", "A14", "A15", "A16", "A18", "A21"}
	whileDeleted   = []string{"A7", "A8"}
)

// inProject is the guard that the project's state leaves a transition open.
func inProject(move string) guard {
	return guard{
		Key: "application.block.projectInactive",
		IsMet: func(f facts) bool {
			ends := f.by == statemachine.Batch && move != "A20"
			switch f.project.Status {
			case projects.Active:
			case projects.Paused:
				return !slices.Contains(notWhilePaused, move)
			case projects.Closed:
				return ends || slices.Contains(whileClosed, move)
			case projects.Deleted:
				return ends || slices.Contains(whileDeleted, move)
			}
			return true
		},
		Params: func(f facts) map[string]any { return map[string]any{"status": string(f.project.Status)} },
	}
}

var talentActive = guard{
	Key:    "application.block.talentInactive",
	IsMet:  func(f facts) bool { return f.freelancer.UserStatus == freelancers.Active },
	Params: func(f facts) map[string]any { return map[string]any{"status": string(f.freelancer.UserStatus)} },
}

var answered = statemachine.None("application.block.answersMissing", func(f facts) int { return f.answers.Missing })

var notKnockedOut = guard{Key: "application.block.knockedOut", IsMet: func(f facts) bool {
	return !f.answers.KnockedOut
}}

var throughVMS = guard{Key: "application.block.channelManual", IsMet: func(f facts) bool {
	return f.project.client.SendChannel == clients.ByVMS
}}

var byHand = guard{Key: "application.block.channelVMS", IsMet: func(f facts) bool {
	return f.project.client.SendChannel == clients.Manually
}}

var rated = guard{
	Key:   "application.block.ratesMissing",
	IsMet: func(f facts) bool { return f.app.PayRate != nil && f.app.BillRate != nil },
}

var rateInRange = guard{
	Key: "application.block.rateOutOfRange",
	IsMet: func(f facts) bool {
		low, high := f.isOutOfRange()
		return !low && !high || f.app.RateOverride && f.app.RateOverrideReason != ""
	},
	Params: func(f facts) map[string]any {
		if !f.who.Can(role.RateRead) {
			return nil
		}
		return map[string]any{"rate": f.app.BillRate, "min": f.project.RateMin, "max": f.project.RateMax}
	},
}

// isOutOfRange says whether the bill rate lies below or above the limits of the project.
func (f facts) isOutOfRange() (low, high bool) {
	bill := f.app.BillRate
	if bill == nil {
		return false, false
	}
	return f.project.RateMin != nil && *bill < *f.project.RateMin, f.project.RateMax != nil && *bill > *f.project.RateMax
}

var notErasing = guard{
	Key:   "application.block.erasureAsked",
	IsMet: func(f facts) bool { return f.freelancer.ErasureAskedAt.IsZero() },
	Params: func(f facts) map[string]any {
		return map[string]any{"since": date.InstantText(f.freelancer.ErasureAskedAt)}
	},
}

var consented = guard{
	Key: "application.block.consentMissing",
	IsMet: func(f facts) bool {
		return f.freelancer.Consent.AllowsSharing(f.now) || !f.app.ConsentToShareAt.IsZero()
	},
}

var mapped = guard{Key: "application.block.mappingFails", IsMet: func(f facts) bool { return f.mapping == nil }}

var onlyOne = guard{
	Key:    "application.block.duplicate",
	IsMet:  func(f facts) bool { return f.twin.id == 0 },
	Params: func(f facts) map[string]any { return map[string]any{"id": f.twin.id, "handle": f.twin.handle} },
}

var notInFlight = guard{
	Key:   "application.block.inFlight",
	IsMet: func(f facts) bool { return !f.app.InFlight(f.now) },
	Params: func(f facts) map[string]any {
		return map[string]any{"until": date.InstantText(f.app.SendLeaseUntil)}
	},
}

var maySubmit = guard{
	Key:   "application.block.submitRight",
	IsMet: func(f facts) bool { return f.by != statemachine.MSP || f.who.Can(mspSubmit) },
}

// mspSubmit is the permission of an MSP's user to release applications.
const mspSubmit role.Permission = "APPLICATION_SUBMIT"

var positionFree = guard{
	Key:   "application.block.positionsFilled",
	IsMet: func(f facts) bool { return f.project.Positions == 0 || f.project.PositionsFilled < f.project.Positions },
	Params: func(f facts) map[string]any {
		return map[string]any{"positions": f.project.Positions, "filled": f.project.PositionsFilled}
	},
}

// maxRounds is how often the system sends a failed application again by itself.
const maxRounds = 3

var worthRetrying = guard{
	Key: "application.block.notRetryable",
	IsMet: func(f facts) bool {
		return f.by != statemachine.System || f.app.LastSendError != nil && f.app.LastSendError.Retryable &&
			f.app.SendRound < maxRounds
	},
}

var notYetInVMS = guard{
	Key: "application.block.vmsDuplicate",
	IsMet: func(f facts) bool {
		return f.app.LastSendError == nil || f.app.LastSendError.Class != string(VMSDuplicate)
	},
}.Unless(role.ApplicationStatus)

var canUpdate = guard{
	Key:   "application.block.noUpdates",
	IsMet: func(f facts) bool { return f.project.can.Update },
}

// backDays is how long a final status can be taken back.
const backDays = 30

var stillRecent = guard{
	Key:   "application.block.tooLate",
	IsMet: func(f facts) bool { return f.now.Before(backUntil(f.app.StatusChangedAt)) },
	Params: func(f facts) map[string]any {
		return map[string]any{"days": backDays, "until": date.InstantText(backUntil(f.app.StatusChangedAt))}
	},
}

func backUntil(at time.Time) time.Time { return at.AddDate(0, 0, backDays) }

// fallDays is how long after its start an assignment can still fall through.
const fallDays = 14

var justStarted = guard{
	Key:    "application.block.fallThroughOver",
	IsMet:  func(f facts) bool { return f.today() <= f.fallUntil() },
	Params: func(f facts) map[string]any { return map[string]any{"until": f.fallUntil()} },
}

// fallUntil is the last day on which a hire can be undone.
func (f facts) fallUntil() date.Date {
	start := f.project.AssignmentPeriodStart
	if start == "" {
		start = date.FromTime(f.app.HiredAt.In(f.project.client.Zone()))
	}
	return start.AddDays(fallDays)
}

var reconsiderable = guard{
	Key:   "application.block.knockedOut",
	IsMet: func(f facts) bool { return f.by == statemachine.Staff || f.app.StatusReason != KnockoutQuestion },
}

var revivable = guard{
	Key:   "application.block.endedForGood",
	IsMet: func(f facts) bool { return f.app.StatusReason != ProjectDeleted && f.app.StatusReason != Erasure },
}

var wasConfirmed = guard{Key: "application.block.neverConfirmed", IsMet: func(f facts) bool {
	return !f.app.ConfirmedAt.IsZero()
}}

var neverConfirmed = guard{Key: "application.block.wasConfirmed", IsMet: func(f facts) bool {
	return f.app.ConfirmedAt.IsZero()
}}

// unconfirmedDays is how long a talent has to confirm where its client says nothing.
const unconfirmedDays = 14

var unconfirmedLong = guard{
	Key:   "application.block.stillTime",
	IsMet: func(f facts) bool { return f.by != statemachine.System || !f.now.Before(f.confirmUntil()) },
}

// confirmUntil is when an application that nobody confirms ends.
func (f facts) confirmUntil() time.Time {
	days := int(f.project.client.UnconfirmedTTLDays)
	if days == 0 {
		days = unconfirmedDays
	}
	return f.app.Created.AddDate(0, 0, days)
}
