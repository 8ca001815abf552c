package demo

import (
	"slices"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// demoClient is one client of the demo: who it is and what it looks for.
type demoClient struct {
	name, code, vms string
	currency        money.Currency
	zone            string
	languages       []string
	channel         clients.Channel
	markup          string // percent
	formula         string // of the bill rate; "" = the system's
	entities        []entity
	cities          []city
	titles          []string // as they are
	topics          []string // combined with roles
}

type entity struct{ name, code, country string }

type city struct {
	name, postal, country string
	lat, lon              int64 // millionths of a degree
}

var houses = []demoClient{
	{
		name: "Norrsken Bank", code: "NORRSKEN", vms: "NB", currency: "SEK", zone: "Europe/Stockholm",
		languages: []string{"en"},
		channel:   clients.ByVMS, markup: "12.5", formula: "markup(payRate, markupPct) + (vmsFee ?? 0)",
		entities: []entity{
			{"Norrsken Bank AB", "SE01", "SE"},
			{"Norrsken Bank Oy", "FI01", "FI"},
			{"Norrsken Services GmbH", "DE01", "DE"},
		},
		cities: []city{
			{"Stockholm", "111 56", "SE", 59_329_323, 18_068_581},
			{"Helsinki", "00100", "FI", 60_169_857, 24_938_379},
		},
		titles: []string{
			"Senior Java developer, core banking migration", "Scrum master, payments tribe", "Business analyst, AML screening",
			"Fraud analyst, instant payments", "Product owner, cards",
		},
		topics: []string{
			"core banking migration", "instant payments", "AML screening", "mortgage platform",
			"open banking APIs", "treasury reporting",
		},
	},
	{
		name: "Helvia Energie", code: "HELVIA", vms: "HE", currency: "CHF", zone: "Europe/Zurich",
		languages: []string{"de", "en"},
		channel:   clients.ByVMS, markup: "9",
		entities: []entity{{"Helvia Energie AG", "CH01", "CH"}, {"Helvia Netze AG", "CH02", "CH"}},
		cities:   []city{{"Zürich", "8005", "CH", 47_376_887, 8_541_694}, {"Bern", "3011", "CH", 46_947_975, 7_447_447}},
		titles: []string{
			"Data engineer, grid load forecasting", "Penetration tester, OT networks", "Technical writer, switchgear",
			"Test manager, grid SCADA",
			"Pricing actuary, power purchase agreements",
		},
		topics: []string{
			"grid load forecasting", "smart meter rollout", "grid SCADA", "OT networks", "energy trading desk",
			"hydro plant maintenance",
		},
	},
	{
		name: "Brandt & Söhne", code: "BRANDT", vms: "BS", currency: "EUR", zone: "Europe/Berlin",
		languages: []string{"de", "en"},
		channel:   clients.Manually, markup: "15",
		entities: []entity{
			{"Brandt & Söhne GmbH", "DE01", "DE"},
			{"Brandt Logistik GmbH & Co. KG", "DE02", "DE"},
			{"Brandt Polska Sp. z o.o.", "PL01", "PL"},
		},
		cities: []city{{"Köln", "50667", "DE", 50_937_531, 6_960_279}, {"Łódź", "90-001", "PL", 51_759_248, 19_455_983}},
		titles: []string{
			"SAP S/4HANA FI/CO consultant", "Interim HR business partner", "MES rollout lead, two plants", "Agile coach",
			"Change manager, plant closure",
		},
		topics: []string{
			"MES rollout", "S/4HANA migration", "warehouse automation", "plant closure", "supplier portal",
			"works council relations",
		},
	},
	{
		name: "Auralis Health", code: "AURALIS", vms: "AUR", currency: "EUR", zone: "Europe/Dublin",
		languages: []string{"en", "de"},
		channel:   clients.ByVMS, markup: "11", formula: "roundTo(markup(payRate, markupPct), 0.5)",
		entities: []entity{{"Auralis Health Ltd", "IE01", "IE"}, {"Auralis Klinik Service GmbH", "DE01", "DE"}},
		cities: []city{
			{"Dublin", "D02 X285", "IE", 53_349_805, -6_260_310},
			{"Hamburg", "20095", "DE", 53_551_086, 9_993_682},
		},
		titles: []string{
			"Clinical data manager (EN/DE)", "Regulatory affairs specialist, MDR", "DevOps engineer, claims platform",
			"Biostatistician, phase III",
			"Oracle DBA, patient registry",
		},
		topics: []string{
			"claims platform", "patient registry", "phase III trials", "MDR technical files", "telemedicine app",
			"lab data exchange",
		},
	},
	{
		name: "Kestrel Mobility", code: "KESTREL", vms: "KM", currency: "GBP", zone: "Europe/London",
		languages: []string{"en"},
		channel:   clients.ByVMS, markup: "13",
		entities: []entity{
			{"Kestrel Mobility plc", "GB01", "GB"},
			{"Kestrel Systems Ltd", "GB02", "GB"},
			{"Kestrel France SAS", "FR01", "FR"},
			{"Kestrel Deutschland GmbH", "DE01", "DE"},
		},
		cities: []city{
			{"Coventry", "CV1 2WT", "GB", 52_406_822, -1_519_693},
			{"Lyon", "69002", "FR", 45_764_043, 4_835_659},
		},
		titles: []string{
			"Embedded C++ engineer, brake controller", "Cloud platform engineer, Kubernetes",
			"Power BI developer, fleet reporting", "Firmware engineer, BMS",
			"Homologation engineer, UNECE R155",
		},
		topics: []string{
			"brake controller", "battery management", "fleet reporting", "over-the-air updates",
			"charging network", "functional safety",
		},
	},
	{
		name: "Meridian Re", code: "MERIDIAN", vms: "MR", currency: "EUR", zone: "Europe/Luxembourg",
		languages: []string{"en", "de"},
		channel:   clients.Manually, markup: "10",
		entities: []entity{{"Meridian Re S.A.", "LU01", "LU"}, {"Meridian Re Zweigniederlassung München", "DE01", "DE"}},
		cities: []city{
			{"Luxembourg", "1855", "LU", 49_611_621, 6_131_935},
			{"München", "80331", "DE", 48_135_125, 11_581_981},
		},
		titles: []string{
			"React front-end engineer, broker portal", "Actuarial modeller, Solvency II", "Catastrophe risk analyst",
			"IFRS 17 consultant", "Treaty underwriter, interim",
		},
		topics: []string{
			"Solvency II reporting", "IFRS 17 ledger", "broker portal", "catastrophe models", "claims archive",
			"treaty administration",
		},
	},
}

// roles are what people are called on any topic.
var roles = []string{
	"Java developer", "Senior Java developer", "Data engineer", "Business analyst", "Test manager", "Scrum master",
	"Product owner",
	"DevOps engineer", "Solution architect", "Project manager", "UX designer", "Security engineer", "Release manager",
	"Power BI developer",
	"Python developer", "Technical writer", "Change manager", "Requirements engineer", "Database administrator",
	"Service delivery manager",
}

var names = []string{
	"Java", "Kotlin", "Spring Boot", "Python", "SQL", "Kubernetes", "Terraform", "React", "TypeScript", "SAP FI", "SAP CO",
	"Power BI",
	"Scrum", "SAFe", "ISTQB", "Oracle", "Kafka", "C++", "AUTOSAR", "GxP", "Solvency II", "Stakeholder management",
	"German", "Negotiation",
}

// pickSkills lists skills by their places, each once.
func pickSkills(places ...int) []string {
	out := make([]string, 0, len(places))
	for _, at := range places {
		if s := names[at%len(names)]; !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
