package app_test

import (
	"maps"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// incompleteInputs are the calls that the comparison of explanations with answers makes with an incomplete input, by
// what it lacks. Unless something else refuses them they are answered 400 or 422, so that only the account and the
// permission of their explanation are compared. A new call is listed here, or gets an input among bodies.
var incompleteInputs = map[string][]string{
	"the format of the file": {
		"admin.export", "application.export", "audit.export", "boundClient.export", "catalogImage.export", "client.export",
		"erasure.export", "freelancer.export", "freelancerDuplicate.export", "legalEntity.export", "mail.export",
		"msp.export", "note.export",
		"pool.export", "poolCategory.export", "poolMember.export", "project.export", "question.export", "skillTerm.export",
		"translation.export",
		"vmsConnection.export", "vmsDifference.export", "vmsInbound.export", "vmsMapping.export", "vmsMessage.export",
		"vmsOutbound.export", "vmsProposal.export",
	},
	"what a new record holds": {
		"admin.create", "application.create", "boundClient.create", "catalogImage.create", "client.create",
		"freelancer.create",
		"legalEntity.create", "msp.create", "note.create", "pool.create", "poolCategory.create", "poolMember.create",
		"poolMember.under.create",
		"project.add", "project.create", "question.create", "resource.create", "skillTerm.create", "vmsConnection.create",
		"vmsMapping.create",
	},
	"the entry of the history to go back to, which not every record has": {
		"application.restoreVersion", "boundClient.restoreVersion", "catalogImage.restoreVersion", "client.restoreVersion",
		"freelancer.restoreVersion", "freelancerDuplicate.restoreVersion", "legalEntity.restoreVersion", "msp.restoreVersion",
		"note.restoreVersion",
		"pool.restoreVersion", "poolCategory.restoreVersion", "poolMember.restoreVersion", "project.restoreVersion",
		"question.restoreVersion", "skillTerm.restoreVersion", "vmsConnection.restoreVersion", "vmsMapping.restoreVersion",
	},
	"a reason": {
		"freelancer.delete", "impersonation.freelancer", "impersonation.freelancer.get", "impersonation.msp",
		"impersonation.msp.get",
		"project.delete", "scheduler.pause", "vmsInbound.ignore", "vmsInbound.ignore.bulk",
	},
	"the status to go to": {
		"application.changeStatus", "application.changeStatus.bulk", "application.changeStatusOf", "freelancer.status",
		"freelancer.status.bulk", "project.changeStatus", "project.changeStatus.bulk",
	},
	"the other records that it is about": {
		"application.amounts", "application.compare", "application.filesOf", "application.ofFreelancer",
		"application.ofProject",
		"application.readiness",
		"application.warnings", "catalogImage.delete", "freelancer.merge", "freelancer.ofPool", "mail.about", "note.beside",
		"pool.category",
		"pool.progress", "question.simulate",
	},
	"a client": {
		"application.ofClient", "freelancer.ofClient", "msp.ofClient", "pool.ofClient", "rate.sample",
	},
	"a password or a code of the caller": {
		"passkey.confirm", "passkey.rename", "session.prove", "session.resetPassword", "totp.confirm",
	},
	"words that are its own": {
		"access.explain", "application.testTransformation", "find.get", "pool.import", "pool.tidyTags", "question.preview",
		"rate.formula", "rate.impact", "rate.preview", "rate.putFormula", "reference.describeEnum", "restore.release",
		"access.changes", "access.compare", "access.field", "access.records",
		"planned.create", "planned.decide", "scheduler.preview",
		"session.endAll", "setting.update", "translation.import", "translation.lastKnown", "translation.moveToTrash",
		"translation.replace", "view.totals",
		"translation.restore", "translation.review", "translation.setAside", "translation.source", "translation.usage",
		"vms.acceptShape", "vms.acknowledge", "vms.decideValue", "vms.sandboxAnswer", "vms.sendTest",
		"vmsMapping.check", "vmsMapping.guide", "vmsMapping.runTests",
	},
	"a file that was uploaded": {
		"freelancer.import", "freelancer.inspectImport", "msp.import", "msp.inspectImport", "project.import",
		"project.inspectImport",
	},
	"the name of a job": {
		"scheduler.trigger", "scheduler.triggerByGet",
	},
}

// checkUnread reports calls that were not whole and are not known to be, and at full size those that are whole by now.
func (x *explaining) checkUnread(t *testing.T) {
	t.Helper()
	known := slices.Concat(slices.Collect(maps.Values(incompleteInputs))...)
	for _, call := range slices.Sorted(maps.Keys(x.unread)) {
		if !slices.Contains(known, call) {
			t.Errorf("%s was answered 400 or 422, so that what is explained of it was not held against anything: give it an input among bodies, or say in incompleteInputs what it lacks",
				call)
		}
	}
	for _, call := range known {
		if stress.IsFull() && !x.unread[call] {
			t.Errorf("incompleteInputs: %s is whole, or there is no such call", call)
		}
	}
}
