package demo

import "maps"

// object is a JSON object.
type object = map[string]any

// document is one version of a mapping of the demo.
type document struct {
	connection              int64
	direction, entity, note string
	rules                   []any
	lookups                 object
	tests                   []any
}

func (d document) body() object {
	return object{
		"connectionId": d.connection, "direction": d.direction, "entity": d.entity, "note": d.note, "rules": d.rules,
		"lookups": d.lookups, "tests": d.tests,
	}
}

func (d document) withNote(note string) document {
	d.note = note
	return d
}

// withLookup is the document with one more entry of a lookup.
func (d document) withLookup(lookup, value string, target any) document {
	entries := maps.Clone(d.lookups[lookup].(object))
	entries[value] = target
	d.lookups = maps.Clone(d.lookups)
	d.lookups[lookup] = entries
	return d
}

func rule(target, jq string, more ...string) object {
	r := object{"target": target, "jq": jq}
	for _, name := range more {
		r[name] = true
	}
	return r
}

// candidates is how applications go to a connection: by legal entities that have a cost centre there.
func candidates(connection int64) document {
	return document{
		connection: connection, direction: "outbound", entity: "APPLICATION",
		lookups: object{
			"uom":        object{"Hr": "hour", "Day": "day", "Week": "week", "Mo": "month"},
			"costCentre": object{"SE01": "4100", "FI01": "4200", "CH01": "7100", "CH02": "7200"},
		},
		rules: []any{
			rule("jobPostingId", ".project.vmsId // .project.handle", "required"),
			rule("costCentre", ".legalEntity.code | lookup(\"costCentre\")", "required"),
			rule("candidate.firstName", ".freelancer.firstName", "required"),
			rule("candidate.lastName", ".freelancer.lastName", "required"),
			rule("candidate.email", ".freelancer.email | ascii_downcase", "required"),
			rule("candidate.reference", ".application.handle"),
			rule("rate.amount", ".application.billRate", "required"),
			rule("rate.unit", ".application.rateUnit | lookup(\"uom\")", "required"),
			rule("rate.currency", ".application.currency"),
			rule("availableFrom", ".application.availabilityFrom // today"),
		},
		tests: []any{object{"name": "a rate per hour", "input": aCandidate("Hr"), "expected": object{
			"jobPostingId": "JP-100", "costCentre": "4100",
			"candidate": object{"firstName": "Ada", "lastName": "Byron", "email": "ada@example.org", "reference": "A-000001"},
			"rate":      object{"amount": 96.5, "unit": "hour", "currency": "SEK"}, "availableFrom": "2027-01-04",
		}}},
	}
}

// aCandidate is what a mapping sees of an application that does not exist.
func aCandidate(unit string) object {
	return object{
		"project": object{"vmsId": "JP-100"}, "legalEntity": object{"code": "SE01"},
		"freelancer": object{"firstName": "Ada", "lastName": "Byron", "email": "Ada@example.org"},
		"application": object{
			"handle": "A-000001", "billRate": 96.5, "rateUnit": unit, "currency": "SEK",
			"availabilityFrom": "2027-01-04",
		},
	}
}

// failing is a draft whose test does not hold: somebody has begun to write months in full.
func failing(d document) document {
	d = d.withLookup("uom", "Mo", "calendar month").withNote("Months in full, as asked for on the telephone. Not ready.")
	expected := object{"jobPostingId": "JP-100", "rate": object{"amount": 96.5, "unit": "month", "currency": "SEK"}}
	d.tests = append(d.tests[:1:1], object{"name": "a rate per month", "input": aCandidate("Mo"), "expected": expected})
	return d
}

func withdrawals(connection int64) document {
	return document{
		connection: connection, direction: "outbound", entity: "APPLICATION_WITHDRAW", lookups: object{},
		rules: []any{rule("candidate", ".application.externalId", "required"), rule("reason", ".application.statusReason")},
	}
}

// statuses is how a connection tells how its candidates stand.
func statuses(connection int64) document {
	return document{
		connection: connection, direction: "inbound", entity: "APPLICATION_STATUS",
		lookups: object{"status": object{"Hired": "h", "Rejected": "rv"}},
		rules: []any{
			rule("messageId", ".in.messageId"), rule("occurredAt", ".in.occurredAt"),
			rule("application.externalId", ".in.externalId", "required"),
			rule("application.status", ".in.status | lookup(\"status\")", "required"),
			rule("application.reason", "if .in.status == \"Rejected\" then \"CLIENT_DECISION\" else null end"),
		},
		tests: []any{object{
			"name": "a rejection", "input": object{"in": object{"externalId": "SB-1", "status": "Rejected"}},
			"expected": object{"application": object{"externalId": "SB-1", "status": "rv", "reason": "CLIENT_DECISION"}},
		}},
	}
}

// offers is how a connection offers jobs.
func offers(connection int64) document {
	return document{
		connection: connection, direction: "inbound", entity: "JOB",
		lookups: object{"country": object{"Sweden": "SE", "Finland": "FI", "Germany": "DE", "*": nil}},
		rules: []any{
			rule("occurredAt", ".in.occurredAt"), rule("project.vmsId", ".in.id", "required"),
			rule("project.title", ".in.title", "required"),
			rule("project.rateMax", ".in.rate.max"), rule("project.contactName", ".in.contact"),
			rule("project.siteCity", ".in.site.city"),
		},
	}
}

// jobStatuses is how a connection tells how its jobs stand.
func jobStatuses(connection int64) document {
	return document{
		connection: connection, direction: "inbound", entity: "JOB_STATUS",
		lookups: object{"status": object{"Open": "ACTIVE", "On hold": "PAUSED", "Filled": "CLOSED"}},
		rules: []any{
			rule("occurredAt", ".in.occurredAt"), rule("project.vmsId", ".in.job", "required"),
			rule("project.status", ".in.status | lookup(\"status\")", "required"),
			rule("project.vmsStatusRaw", ".in.status"), rule("project.reason",
				"if .in.status == \"Filled\" then \"FILLED_ELSEWHERE\" else null end"),
		},
	}
}
