package vms

import (
	"context"
	"errors"
	"strconv"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
	"poolkeeper.example/extension-service/platform/role"
)

// Replaying may say which record a message is about that matches none.
type Replaying struct {
	AssignTo *Assigned `json:"assignTo"`
}

// Assigned names a project or an application.
type Assigned struct {
	Entity AssignedEntity `json:"entity"`
	ID     int64          `json:"id" kind:"id"`
}

// AssignedEntity is the kind of record that messages are about.
type AssignedEntity string

// Enum lists the kinds.
func (AssignedEntity) Enum() enum.List {
	return enum.List{Name: "vmsAssigned", Text: "enum.vmsAssigned", Values: []string{project, application}}
}

// Replay has a message that is held back read anew by the mapping in use now.
func (i *Inbox) Replay(ctx context.Context, m *Message, in Replaying) (resource.Shown[Message], error) {
	was := *m
	m.State = Received
	if to := in.AssignTo; to != nil && to.ID > 0 {
		if (to.Entity == application) != (m.Entity == ApplicationStatus) {
			return resource.Show(m), fault.Validation().Field("assignTo.entity", "validation.oneOf",
				map[string]any{"values": []string{kindAbout(m.Entity)}})
		}
		fields, err := i.records.Read(ctx, string(to.Entity), to.ID)
		if err == nil && text(fields["clientId"]) != strconv.FormatInt(m.ClientID, 10) {
			err = notThere(string(to.Entity), to.ID)
		}
		if err != nil {
			return resource.Show(m), err
		}
		m.EntityID = to.ID
	}
	return resource.Show(m), i.messages.Update(ctx, was, m)
}

// unreadableBody says why nothing can be read from the bytes of a message. The panel has a text for each phrase.
func unreadableBody(err error) string {
	twice, isTwice := errors.AsType[transform.RepeatedNameError](err)
	switch {
	case errors.Is(err, jsontext.ErrNotUTF8):
		return "not valid UTF-8"
	case errors.Is(err, jsontext.ErrLoneSurrogate):
		return "half of a character"
	case isTwice:
		return string(twice) + ": given twice"
	}
	return "no JSON object"
}

func kindAbout(e Entity) string {
	if e == ApplicationStatus {
		return application
	}
	return project
}

// Ignoring says why a message needs no effect.
type Ignoring struct {
	Comment string `json:"reason" history:"reason" check:"required,max=200"`
}

// Ignore leaves a message that is held back without effect.
func (i *Inbox) Ignore(ctx context.Context, m *Message, in Ignoring) (resource.Shown[Message], error) {
	was := *m
	m.State, m.Reason, m.Detail = Ignored, ByHand, in.Comment
	return resource.Show(m), i.messages.Update(ctx, was, m)
}

// InboxResource declares the messages that came in to the admin.
func InboxResource(i *Inbox) resource.Declaration {
	v := new(Message)
	return resource.Declare(resource.Spec[Message]{
		Name: "vmsInbound", Path: "/vms/inbound", Route: inboundRoute, Of: v, Store: i, Title: &v.MessageID, Status: &v.State,
		Columns: resource.Refs{
			&v.MessageID, &v.ConnectionName, &v.Entity, &v.MatchKey, &v.State, &v.Reason, &v.Detail, &v.Created,
		},
		Hidden: resource.Refs{&v.OccurredAt, &v.Tries, &v.MappingNumber, &v.Lookup, &v.UnknownValue, &v.LastUpdated},
		Row: resource.Refs{
			&v.ID, &v.MessageID, &v.ConnectionID, &v.ConnectionName, &v.ClientID, &v.Entity, &v.EntityID, &v.MatchKey, &v.State,
			&v.Reason, &v.Detail,
			&v.OccurredAt, &v.Tries, &v.MappingNumber, &v.Lookup, &v.UnknownValue, &v.Created, &v.LastUpdated, &v.Version,
		},
		Finds:   resource.Refs{&v.MessageID},
		Related: resource.Refs{&v.ConnectionID}, Sortable: resource.Refs{&v.State, &v.Created},
		Filters: append(messageFilters(v), &v.Reason, resource.Filter("lookup", query.Is, &v.Lookup),
			resource.Filter("unknownValue", query.Is, &v.UnknownValue)),
		Form: []resource.Group{
			resource.Section("general", &v.MessageID, &v.ConnectionID, &v.Entity, &v.MatchKey, &v.OccurredAt, &v.Reason,
				&v.Detail, &v.Tries, &v.MappingNumber),
			resource.Section("exchanges", &v.Exchanges),
		},
		Access: resource.Access{Read: role.VMSMessageRead, Sidebar: Operators},
		Actions: []resource.Action[Message]{
			resource.RecordAction("replay", role.VMSMessageReplay, i.Replay).AtPath("/api/vms/message/{id}/replay").If(&v.State,
				Quarantined).ForMany(),
			resource.RecordAction("ignore", role.VMSMessageReplay, i.Ignore).AtPath("/api/vms/message/{id}/ignore").If(&v.State,
				Quarantined).ForMany(),
		},
	})
}
