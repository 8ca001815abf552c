package vms

import (
	"cmp"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// exampleOf is a value that a field could have, as JSON has it: by its path, by its name, or by its kind.
func exampleOf(path string, kind field.Kind) string {
	name := path[strings.LastIndex(path, ".")+1:]
	if kind != field.Text && kind != field.LongText && kind != field.JSON {
		return examples[kind]
	}
	return cmp.Or(namedExamples[path], namedExamples[name], examples[kind])
}

// namedExamples are values of texts by the path or the name of their field: of one kind they would all be alike.
var namedExamples = map[string]string{
	"application.handle": "A-58101", "project.handle": "P-40172", "freelancer.handle": "F-10022",
	"msp.handle": "M-2004", "client.handle": "C-3001", "legalEntity.handle": "L-7001", "projectHandle": "P-40172",
	"freelancerHandle": "F-10022", "vmsId": "JP-1001", "externalId": "SB-1001", "vmsCode": "LE-01", "id": "4711",
	"system": "crm", "vatId": "SE556000000101", "firstName": "Ada", "lastName": "Example",
	"freelancer.name": "Ada Example", "freelancerName": "Ada Example", "contactFirstName": "Ben",
	"contactLastName": "Beispiel", "contactName": "Ben Beispiel", "msp.users[].name": "Ben Beispiel",
	"createdBy": "Clara Muster", "lastUpdatedBy": "Clara Muster", "deletedBy": "Clara Muster",
	"grantedBy": "Clara Muster", "statusChangedBy": "Clara Muster", "ownerName": "Clara Muster",
	"deputyName": "Clara Muster", "invitedBy": "Clara Muster", "answeredBy": "Ada Example",
	"client.name": "Example Health", "clientName": "Example Health", "boundClientName": "Example Health",
	"name": "Example Staffing", "mspName": "Example Staffing", "legalEntity.name": "Example Health Ltd",
	"legalEntityName": "Example Health Ltd", "legalName": "Example Health Ltd",
	"boundLegalEntityName": "Example Health Ltd", "poolName": "Bench", "city": "Malmö", "siteCity": "Malmö",
	"place": "Malmö", "postalCode": "211 20", "street": "Storgatan 1", "street2": "Floor 3",
	"siteAddress": "Storgatan 1", "siteAddress2": "Floor 3", "timeZone": "Europe/Stockholm",
	"freelancerStatus": "AC", "mspStatus": "AC", "status": "AC", "academicTitle": "Dr.", "skills": "java",
	"linkedinHandle": "ada-example", "application.answers[].value": "hybrid", "code": "E42",
	"class": "VMS_VALIDATION", "message": "amount must not be empty", "statusReason": "SKILLS",
	"vmsStatusRaw": "Open", "textVersion": "2026-1", "siteName": "Headquarters", "sitePostalCode": "211 20",
	"statusComment": "Two candidates were enough.", "rateOverrideReason": "Agreed by phone.",
	"legalHoldReason": "An invoice is open.", "payloadHash": "5f2a9c", "statusBatchId": "12",
	"key": "ANSWERS_MISSING", "billRateFormula": "markup(payRate, markupPct)", "payRateFormula": "talentRate",
	"note": "Asked by phone.", "application.message": "I could begin at once.",
}
