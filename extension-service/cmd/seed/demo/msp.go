package demo

import (
	"context"
	"strings"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// The sizes of design: who is in, who was, who is not yet, and who lies in the trash, in this order.
const (
	activeMSPs     = 30
	inactiveMSPs   = 6
	unverifiedMSPs = 4
	deletedMSPs    = 3
	// agencies is how many of them represent freelancers: the active ones, and some that are no longer.
	agencies = activeMSPs + 4
)

// demoMSP is one MSP of the demo.
type demoMSP struct{ name, city, country string }

var firms = []demoMSP{
	{"Talentbrücke", "Köln", "DE"},
	{"Nordkompass Consulting", "Hamburg", "DE"},
	{"Rheinwerk Experts", "Düsseldorf", "DE"},
	{"Alpenblick Projektpartner", "Zürich", "CH"},
	{"Hafenkontor Freelance", "Bremen", "DE"},
	{"Fjordlink Partners", "Stockholm", "SE"},
	{"Kvarnen Konsult", "Göteborg", "SE"},
	{"Lagom People", "Malmö", "SE"},
	{"Ångström Partners", "Uppsala", "SE"},
	{"Baltic Bench", "Helsinki", "FI"},
	{"Tidewater Talent", "London", "GB"},
	{"Ashdown Associates", "Brighton", "GB"},
	{"Greenwich Contractors", "London", "GB"},
	{"Pennine People", "Leeds", "GB"},
	{"Harbour & Hale", "Bristol", "GB"},
	{"Liffey Resourcing", "Dublin", "IE"},
	{"Claddagh Consultants", "Galway", "IE"},
	{"Moselle Conseil", "Metz", "FR"},
	{"Atelier Indépendants", "Lyon", "FR"},
	{"Garonne Freelance", "Bordeaux", "FR"},
	{"Lumière Experts", "Paris", "FR"},
	{"Wisła Talent", "Kraków", "PL"},
	{"Bursztyn Consulting", "Gdańsk", "PL"},
	{"Tatry Specialists", "Łódź", "PL"},
	{"Helvetia Projektwerk", "Bern", "CH"},
	{"Limmat Advisors", "Zürich", "CH"},
	{"Aare Consulting", "Aarau", "CH"},
	{"Säntis Experten", "St. Gallen", "CH"},
	{"Isarwerk", "München", "DE"},
	{"Donaukreis Spezialisten", "Ulm", "DE"},
	{"Elbfeder", "Dresden", "DE"},
	{"Spreelotsen", "Berlin", "DE"},
	{"Kranich & Partner", "Hannover", "DE"},
	{"Zweitwerk", "Stuttgart", "DE"},
	{"Quantenpfad", "Jena", "DE"},
	{"Blaupause Interim", "Frankfurt", "DE"},
	{"Feldspat Ingenieure", "Aachen", "DE"},
	{"Nachtigall Interim", "Leipzig", "DE"},
	{"Saimaa Talents", "Lappeenranta", "FI"},
	{"Kaleva Experts", "Tampere", "FI"},
	{"Luxpool Services", "Luxembourg", "LU"},
	{"Mosaik Projektkräfte", "Mainz", "DE"},
	{"Osprey Interim", "Coventry", "GB"},
}

// fillMSPs lets the MSPs come one after the other, long before the first project, except those that nobody has let in
// yet.
func (f *generator) fillMSPs(ctx context.Context) error {
	fake := gofakeit.New(seed + 1) // of its own, so that everything else stays as it is
	ctx = role.With(ctx, f.actors[0])
	for i := range firms {
		m := f.msp(fake, i)
		if i >= activeMSPs+inactiveMSPs && i < activeMSPs+inactiveMSPs+unverifiedMSPs {
			f.schedule(f.today.AddDate(0, 0, -3*(i%unverifiedMSPs)-2), func(ctx context.Context) error {
				m.Handle = f.handle("M")
				return f.msps.Create(ctx, m)
			})
			continue
		}
		f.clock = f.clock.Add(48 * time.Hour)
		if err := f.admitMSP(ctx, m, i); err != nil {
			return err
		}
		f.firms = append(f.firms, *m)
		f.planMSP(*m, i)
	}
	return nil
}

func (f *generator) msp(fake *gofakeit.Faker, i int) *msps.MSP {
	at, m := firms[i], msps.NewMSP()
	m.Owned = f.owners(i)
	word := strings.ToLower(strings.NewReplacer("ü", "ue", "ö", "oe", "ä", "ae", "Å", "a", "é", "e", "è", "e", "ł", "l",
		" ", "", "&", "").Replace(at.name))
	form := map[string]string{
		"DE": " GmbH", "CH": " AG", "SE": " AB", "FI": " Oy", "GB": " Ltd", "IE": " Ltd",
		"FR": " SARL", "PL": " Sp. z o.o.", "LU": " S.à r.l.",
	}[at.country]
	m.Name, m.LegalName, m.Email, m.Website = at.name, at.name+form, "office@"+word+".example", "https://"+word+".example"
	m.Phone = fake.Numerify("+49########")
	m.ContactFirstName, m.ContactLastName = fake.FirstName(), fake.LastName()
	m.Address = postal.Address{
		Street: fake.Street(), City: at.city, PostalCode: fake.Numerify("#####"),
		Country: at.country,
	}
	m.LogoResourceID = f.logos[at.name]
	m.VATID = at.country + fake.Numerify("#########")
	if at.country == "DE" || at.country == "CH" {
		m.Locale = "de"
	}
	m.Tier = int64(1 + i%3)
	m.FeePct = amount([]string{"5", "7.5", "8", "10", "12.5"}[i%5])
	m.NDASignedAt = date.FromTime(f.today.AddDate(0, -6-i, 0))
	m.ContractValid = date.FromTime(f.today.AddDate(0, 2+i%30, 0))
	return &m
}

// admitMSP creates an MSP, lets it work for one to four legal entities with permissions there, and activates it.
func (f *generator) admitMSP(ctx context.Context, m *msps.MSP, i int) error {
	m.Handle = f.handle("M")
	if err := f.msps.Create(ctx, m); err != nil {
		return err
	}
	var grants []msps.GrantRequest
	for k := range 1 + i%4 {
		of := f.made[(i+k)%len(f.made)]
		entity := of.entities[i%len(of.entities)]
		if _, err := f.msps.Assign(withAction(ctx, "toLegalEntity"), m, msps.Place{LegalEntityID: entity}); err != nil {
			return err
		}
		grants = append(grants, rightsOf(of.client.ID, entity, i+k)...)
	}
	if _, err := f.msps.Grant(withAction(ctx, "permission"), m, msps.Granting{Grants: grants}); err != nil {
		return err
	}
	f.clock = f.clock.Add(24 * time.Hour)
	activated, err := f.msps.Activate(withAction(ctx, "activate"), m, msps.Move{Reason: "Contract signed"})
	if err == nil {
		*m = *activated.MSP.Record()
	}
	return err
}

func withAction(ctx context.Context, action string) context.Context {
	return resource.WithAct(ctx, resource.Act{Action: action})
}

// bundles are the permissions that MSPs of the demo have for a client.
var bundles = [][]msps.Permission{
	{msps.ApplicationCreate, msps.ApplicationSubmit, msps.FreelancerEdit, msps.QuestionAnswer},
	{
		msps.ApplicationCreate, msps.ApplicationSubmit, msps.ApplicationReject, msps.RateEdit, msps.PoolInvite,
		msps.ReportView,
	},
	{msps.ApplicationView, msps.ProjectView, msps.RateView},
}

// rightsOf are wishes for a client; every third MSP has one of them for a legal entity only.
func rightsOf(client, entity int64, nth int) []msps.GrantRequest {
	var out []msps.GrantRequest
	for _, p := range bundles[nth%len(bundles)] {
		w := msps.GrantRequest{Permission: p, Scope: msps.OfClient, ClientID: client}
		if nth%3 == 1 && p == msps.RateEdit {
			w.Scope, w.LegalEntityID = msps.OfEntity, &entity
		}
		out = append(out, w)
	}
	return out
}

// planMSP moves an MSP to the status it has today.
func (f *generator) planMSP(m msps.MSP, i int) {
	switch {
	case i < activeMSPs:
	case i < activeMSPs+inactiveMSPs:
		f.schedule(f.today.Add(-time.Duration(i)*time.Hour), func(ctx context.Context) error {
			now, err := f.msps.Get(ctx, m.ID)
			if err != nil {
				return err
			}
			f.firms[i].UserStatus = msps.Inactive // what comes later through it says so
			_, err = f.msps.Deactivate(withAction(ctx, "deactivate"), &now,
				msps.Move{Reason: "Contract ended", ConfirmImpact: true})
			return err
		})
	default:
		f.schedule(f.today.AddDate(0, 0, -5-i%deletedMSPs*4), func(ctx context.Context) error {
			now, err := f.msps.Get(ctx, m.ID)
			if err != nil {
				return err
			}
			return f.msps.Delete(resource.WithAct(ctx, resource.Act{Action: "delete", Reason: "Merged into another provider"}),
				&now)
		})
	}
}

// represents is the MSP that speaks for a person of the roster; nil for two in three, who speak for themselves.
func (f *generator) represents(person int) *msps.MSP {
	if person%3 != 0 || len(f.firms) == 0 {
		return nil
	}
	return &f.firms[person/3*7%agencies]
}

// assigned offers two of three projects to MSPs that serve the client, one tier after the other.
func (f *generator) assigned(p *plan, nth int) {
	if nth%3 == 2 {
		return
	}
	for k := range agencies {
		i := (nth*5 + k) % agencies
		serves := (nth%len(f.made)-i%len(f.made)+len(f.made))%len(f.made) < 1+i%4
		if !serves || len(p.p.MSPs) == 2+nth%4 {
			continue
		}
		tier := int64(1 + len(p.p.MSPs)%3)
		release := p.created.AddDate(0, 0, int(tier-1)*3).Truncate(time.Millisecond)
		p.p.MSPs = append(p.p.MSPs, projects.Assignment{MSPID: f.firms[i].ID, Tier: tier, ReleaseAt: release})
	}
}
