package app

import (
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/field"
)

// inboundTargets are the fields that an inbound message may set: those of a project that people may write, and what
// only a VMS says.
func inboundTargets(entity vms.Entity) []vms.Place {
	if entity == vms.ApplicationStatus {
		return applicationTargets()
	}
	p := new(projects.Project)
	status := allowedOnly(vms.PlaceOf("project.status", field.At(p, &p.Status)), inboundStatuses(entity))
	status.Required = entity == vms.JobStatus // a new project begins with a status of its own
	out := append(messageTargets(), vmsIDTarget(true), status,
		vms.PlaceOf("project.vmsStatusRaw", field.At(p, &p.VMSStatusRaw)),
		vms.PlaceOf("project.reason", field.At(p, &p.StatusReason)))
	if entity == vms.JobStatus {
		return out
	}
	for _, f := range field.AllAt(p, &p.Title, &p.LegalEntityID, &p.Description, &p.PublicDescription,
		&p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.ApplicationDeadline, &p.HoursPerWeek, &p.RemoteSharePct,
		&p.Positions, &p.RateUnit, &p.Currency, &p.RateMin, &p.RateMax, &p.FixedBudget, &p.Skills, &p.SiteName,
		&p.SiteAddress, &p.SiteAddress2, &p.SiteCity, &p.SitePostalCode, &p.SiteCountry,
		&p.ContactName, &p.ContactEmail) {
		place := vms.PlaceOf("project."+f.Name, f)
		place.Required = f.Name == "title" // the client's own values stand in for the others
		out = append(out, place)
	}
	return out
}

// messageTargets are what a message says of itself.
func messageTargets() []vms.Place {
	return []vms.Place{
		{Path: "messageId", Kind: string(field.Text), Values: []string{}, Example: "msg-4711"},
		{Path: "occurredAt", Kind: string(field.Instant), Values: []string{}, Example: "2027-01-11T09:30:00Z"},
	}
}

func vmsIDTarget(isRequired bool) vms.Place {
	p := new(projects.Project)
	out := vms.PlaceOf("project.vmsId", field.At(p, &p.VMSID))
	out.Required = isRequired
	return out
}

// applicationTargets are what a VMS says of an application: a record is found by its external id, or by job and e-mail.
func applicationTargets() []vms.Place {
	a, f := new(applications.Application), new(freelancers.Freelancer)
	out := append(messageTargets(), vms.PlaceOf("application.externalId", field.At(a, &a.ExternalID)),
		allowedOnly(vms.PlaceOf("application.status", field.At(a, &a.Status)),
			inboundStatuses(vms.ApplicationStatus)),
		vms.PlaceOf("application.reason", field.At(a, &a.StatusReason)),
		vms.PlaceOf("candidate.email", field.At(f, &f.Email)), vmsIDTarget(false))
	// what the nightly comparison looks at
	for _, field := range field.AllAt(a, &a.BillRate, &a.AvailabilityFrom, &a.AvailabilityTo) {
		out = append(out, vms.PlaceOf("application."+field.Name, field))
	}
	for i := range out {
		out[i].Required = out[i].Path == "application.status"
	}
	return out
}

// allowedOnly is a place where only some values may stand.
func allowedOnly(p vms.Place, values []string) vms.Place {
	p.Values, p.Required = values, true
	p.Example = values[0]
	return p
}

// mappingSources are the fields that outbound rules may read, record by record.
func mappingSources() []vms.Place {
	var out []vms.Place
	add := func(record string, fields []*field.Field) {
		for _, f := range fields {
			if f.WriteOnly || f.Secret {
				continue
			}
			path := record + "." + f.Name
			place := vms.PlaceOf(path, f)
			place.Required = false
			out = append(out, place)
			if f.Many {
				path += "[]"
			}
			for _, part := range f.Fields {
				inner := vms.PlaceOf(path+"."+part.Name, part)
				inner.Required = false
				out = append(out, inner)
			}
		}
	}
	add("application", declaredFields[applications.Application]())
	add("client", declaredFields[clients.Client]())
	add("freelancer", declaredFields[freelancers.Freelancer]())
	add("legalEntity", declaredFields[clients.LegalEntity]())
	add("msp", declaredFields[msps.MSP]())
	add("project", declaredFields[projects.Project]())
	return slices.Clip(out)
}

// declaredFields are those of a record; one that cannot be read would have ended the start.
func declaredFields[T any]() []*field.Field {
	out, _ := field.List(reflect.TypeFor[T]())
	return out
}
