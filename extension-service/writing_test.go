package main

import "fmt"

// writers are everything that writes, each as somebody who uses the product would.
var writers = map[string]func(p *person){
	"project created": func(p *person) {
		p.add("project", p.create("POST /napi/create/project",
			fmt.Sprintf(`{"dataObj":{"title":"Project %s","clientId":1}}`, p.word())))
	},
	"project changed": func(p *person) {
		p.callOn("project", "PUT /api/project/%d", fmt.Sprintf(`{"title":"Project %s"}`, p.word()))
	},
	"project moved": func(p *person) {
		p.call("POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":%q,"reason":"BUDGET"}`, p.any("project"),
			p.pick("PAUSED", "ACTIVE", "ACTIVE", "CLOSED")))
	},
	"projects moved": func(p *person) {
		p.bulk("project/changeStatus", p.chosen("project", 8), `{"status":"PAUSED","reason":"BUDGET"}`)
	},
	"application created": func(p *person) { p.applied() },
	"application changed": func(p *person) {
		p.onOpen("PUT /api/projectApplication/%d", fmt.Sprintf(`{"message":"I am %s","hoursPerWeek":%d}`, p.word(),
			1+p.r.IntN(40)))
	},
	"application moved": func(p *person) {
		p.onOpen("PUT /api/projectApplication/%d/status",
			fmt.Sprintf(`{"status":%q,"reason":"OTHER","comment":"as agreed"}`, p.pick("a", "a", "w", "s2c", "uc")))
	},
	"applications moved": func(p *person) {
		p.bulk("application/changeStatus", p.chosen("application", 20),
			fmt.Sprintf(`{"status":%q,"reason":"RATE","comment":"as agreed"}`, p.pick("w", "a")))
	},
	"all applications moved": func(p *person) {
		p.bulk("application/changeStatus", `{"status":"uc"}`, `{"status":"a","reason":"TALENT_DECISION"}`)
	},
	"rates edited": func(p *person) {
		p.onOpen("PUT /api/projectApplication/%d", fmt.Sprintf(p.pick(`{"talentRate":%d}`,
			`{"payRate":%d,"rateOverride":true,"rateOverrideReason":"as agreed"}`), 50+p.r.IntN(50)))
	},
	"formulas changed": func(p *person) {
		pay, bill := p.pick("", "talentRate - 1"), p.pick("", "payRate + 10", "payRate / 3 * 4")
		p.call("PUT /api/rate/formula?scope="+p.pick("system", "client&id=1"),
			fmt.Sprintf(`{"payRateFormula":%q,"billRateFormula":%q,"applyTo":%q}`, pay, bill, p.pick("NEW", "OPEN")))
	},
	"freelancer created": func(p *person) { p.add("freelancer", p.applicant()) },
	"freelancer changed": func(p *person) {
		p.callOn("freelancer", "PUT /api/freelancer/%d",
			fmt.Sprintf(`{"description":"Knows %s","email":"%s@people.example"}`, p.word(), p.word()))
	},
	"freelancer consents": func(p *person) {
		p.callOn("freelancer", "POST /api/freelancer/%d/consent",
			`{"kinds":["dataProcessing"],"givenAt":"2026-02-05T09:00:00.000Z","channel":"PHONE","note":"by phone"}`)
	},
	"freelancer moved": func(p *person) {
		p.callOn("freelancer", "PUT /api/freelancer/%d/status",
			fmt.Sprintf(`{"status":%q,"reason":"as agreed"}`, p.pick("DE", "AC")))
	},
	"freelancers moved": func(p *person) {
		p.bulk("freelancer/status", p.chosen("freelancer", 8), `{"status":"DE","reason":"rests"}`)
	},
	"freelancer deleted": func(p *person) { p.callOn("freelancer", "DELETE /api/freelancer/%d", `{"reason":"left us"}`) },
	"freelancer restored": func(p *person) {
		p.callOn("freelancer", "PUT /api/freelancer/%d/status", `{"status":"DE","reason":"MISTAKE"}`)
	},
	"freelancers merged": merge,
	"freelancer erased":  erase,
	"freelancer exported": func(p *person) {
		p.callOn("freelancer", "POST /api/freelancer/%d/export", `{"reason":"asked by letter"}`)
	},
	"verification mailed": func(p *person) { p.callOn("freelancer", "POST /api/freelancer/%d/verification", "") },
	"binding created":     bind,
	"MSP created":         newMSP,
	"MSP moved":           moveMSP,
	"MSP deleted":         func(p *person) { p.callOn("msp", "DELETE /api/msp/%d?reason=gone", "") },
	"file replaced":       replace,
	"profile made":        func(p *person) { p.callOn("application", "POST /api/projectApplication/%d/pdf", "{}") },
	"staff invited":       invite,
	"records exported":    export,
	"setting changed": func(p *person) {
		p.call("PUT /api/setting/portal.url", fmt.Sprintf(`{"value":"https://%s.example/start"}`, p.word()))
	},
	"preference kept": func(p *person) { p.call("PUT /api/preference/kills", fmt.Sprintf(`{"value":%q}`, p.word())) },
}

// merge makes one person of two, one of whom may have applied.
func merge(p *person) {
	survivor, ends := p.createFreelancer(), p.any("freelancer")
	if survivor != nil && ends != 0 {
		p.call(fmt.Sprintf("POST /api/freelancer/%v/merge", survivor["id"]),
			fmt.Sprintf(`{"otherId":%d,"dryRun":false}`, ends))
		p.add("freelancer", survivor)
	}
}

func erase(p *person) {
	id := p.any("freelancer")
	if p.r.IntN(2) == 0 {
		if a := p.applied(); a != nil {
			id = int64(a["freelancerId"].(float64))
		}
	}
	if id != 0 {
		p.call(fmt.Sprintf("POST /api/freelancer/%d/erase", id),
			`{"reason":"asked by letter","identityChecked":true,"dryRun":false}`)
	}
}

func bind(p *person) {
	p.create("POST /api/boundClient", fmt.Sprintf(
		`{"freelancerId":%d,"scope":"client","clientId":1,"note":"ours since %s"}`, p.any("freelancer"), p.word()))
}

func newMSP(p *person) {
	name := p.word()
	m := p.create("POST /api/msp", fmt.Sprintf(`{"name":%q,"email":"%s@partners.example","invite":true}`, name, name))
	p.add("msp", m)
	if m != nil {
		p.call(fmt.Sprintf("PUT /api/msp/%v/activate", m["id"]), `{"reason":"papers seen"}`)
	}
}

func moveMSP(p *person) {
	entity := p.any("legalEntity")
	switch p.r.IntN(5) {
	case 0:
		p.callOn("msp", fmt.Sprintf("PUT /api/msp/%%d/fromLegalEntity/%d", entity), "")
	case 1:
		p.callOn("msp", "POST /api/msp/%d/permission",
			fmt.Sprintf(`{"grants":[{"permission":"RATE_EDIT","scope":"legalentity","clientId":1,"legalEntityId":%d}]}`, entity))
	case 2:
		p.callOn("msp", "PUT /api/msp/%d/"+p.pick("activate", "deactivate", "restore"), `{"reason":"as agreed"}`)
	case 3:
		p.callOn("freelancer", "PUT /api/freelancer/%d", fmt.Sprintf(`{"mspId":%d}`, p.any("msp")))
	default:
		p.callOn("msp", fmt.Sprintf("PUT /api/msp/%%d/toLegalEntity/%d", entity), "")
	}
}

// replace gives an application another CV, or throws the file away.
func replace(p *person) {
	switch id := p.upload(); {
	case id == "":
	case p.r.IntN(4) == 0:
		p.call("DELETE /api/resource/"+id, "")
	default:
		p.onOpen("PUT /api/projectApplication/%d", fmt.Sprintf(`{"cvResourceId":%q}`, id))
	}
}

// invite makes an account, or confines one.
func invite(p *person) {
	name := p.word()
	answer := p.create("POST /api/admin", fmt.Sprintf(
		`{"email":"%s@poolkeeper.example","firstName":"Ada","lastName":%q,"roles":["a"]}`, name, name))
	account, isAccount := answer["admin"].(map[string]any)
	if isAccount {
		p.call(fmt.Sprintf("PUT /api/admin/%v", account["id"]),
			fmt.Sprintf(`{"scopes":{"clientIds":[1],"legalEntityIds":[]},"version":%v}`, account["version"]))
	}
}

// export asks for a file and fetches it.
func export(p *person) {
	promise := p.call("POST /api/export/"+p.pick("project", "freelancer", "application"),
		`{"format":"csv","columns":["id"]}`)
	if url, isPromise := promise["url"].(string); isPromise {
		p.call("GET "+url, "")
	}
}
