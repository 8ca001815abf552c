package questions

import (
	"cmp"
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Resource declares questions to the admin.
func Resource(s *Service) resource.Declaration {
	q := new(Question)
	return resource.Declare(resource.Spec[Question]{
		Name: "question", Path: "/applicationQuestion", Route: "/questions/list", Of: q, Store: s, Title: &q.Key,
		New: NewQuestion,
		Columns: resource.Refs{
			&q.Key, &q.Label, &q.QuestionVersion, &q.ClientName, &q.ValueType, &q.InputKind, &q.Used, &q.Active,
		},
		Hidden:  resource.Refs{&q.LegalEntityName, &q.Scope, &q.SortOrder, &q.LabelKey, &q.LastUpdated, &q.Created},
		Row:     row(q),
		Related: resource.Refs{&q.ClientID},
		Filters: resource.Refs{
			&q.Key, resource.Filter("clientName", query.Named, &q.ClientID), &q.ClientID, &q.Scope, &q.ValueType,
			&q.InputKind, &q.Used, &q.Active,
		},
		Form: []resource.Group{
			resource.Section("general", &q.Scope, &q.ClientID, &q.LegalEntityID, &q.Key, &q.LabelKey, &q.HelpKey, &q.SortOrder,
				&q.Active),
			resource.Section("answer", &q.AsNewVersion, &q.ValueType, &q.InputKind, &q.Options, &q.Validation),
			resource.Section("flags", &q.Flags, &q.CorrectAnswers, &q.PrefillSource),
		},
		Checks: []resource.Check{
			resource.RequiredWhile(&q.LegalEntityID, &q.Scope, OfLegalEntity),
			resource.Rule("question.error.clientAsks", func(q *Question) bool {
				return q.Scope != OfClient || q.LegalEntityID == 0
			}, &q.LegalEntityID),
		},
		Access: resource.Access{
			Read: role.QuestionRead, Create: role.QuestionCreate, Update: role.QuestionUpdate,
			Delete: role.QuestionDelete,
		},
		Places: []resource.Place{resource.ListAt("/api/applicationQuestions")},
		Calls:  calls(s, q),
	})
}

func row(q *Question) resource.Refs {
	return resource.Refs{
		&q.ID, &q.Label, &q.Key, &q.QuestionVersion, &q.Scope, &q.ClientID, &q.ClientName, &q.LegalEntityID,
		&q.LegalEntityName, &q.LabelKey,
		&q.ValueType, &q.InputKind, &q.Flags, &q.SortOrder, &q.Active, &q.Used, &q.Created, &q.LastUpdated, &q.Version,
	}
}

func calls(s *Service, q *Question) []resource.Endpoint {
	read := []role.Permission{role.QuestionRead}
	return []resource.Endpoint{
		{
			Name: "question.ofLegalEntity", Method: "GET", Path: "/api/legalEntity/{id}/applicationQuestions", Needs: read,
			Handle: resource.Handle(s.ofLegalEntity),
		},
		{
			Name: "question.types", Method: "GET", Path: "/api/applicationQuestion/types", Needs: read,
			Handle: resource.Handle(s.types),
		},
		{
			Name: "question.versions", Method: "GET", Path: "/api/applicationQuestion/{id}/versions", Needs: read,
			Handle: resource.Handle(s.versionsOf), Answer: resource.PageSchema(q, row(q)),
		},
		{
			Name: "question.preview", Method: "POST", Path: "/api/applicationQuestion/preview", Needs: read, Reads: true,
			Handle: resource.Handle(s.preview),
		},
		{
			Name: "question.simulate", Method: "POST", Path: "/api/applicationQuestion/simulate", Needs: read, Reads: true,
			Handle: resource.Handle(s.simulate),
		},
		{
			Name: "question.ofApplication", Method: "GET", Path: "/api/projectApplication/{id}/questions",
			Needs:  []role.Permission{role.ApplicationRead},
			Handle: resource.Handle(s.sheetOf),
		},
	}
}

type byID struct {
	ID int64 `path:"id"`
}

// Inherited is a question in the asking order of a legal entity, and whether its client asks it.
type Inherited struct {
	ID              int64     `json:"id" kind:"id"`
	Key             string    `json:"key"`
	QuestionVersion int64     `json:"questionVersion"`
	Label           string    `json:"label"`
	Scope           Scope     `json:"scope"`
	ValueType       ValueType `json:"valueType"`
	InputKind       InputKind `json:"inputKind"`
	Flags           Flags     `json:"flags"`
	SortOrder       int64     `json:"sortOrder"`
	Active          bool      `json:"active"`
	Inherited       bool      `json:"inherited"`
}

type ofEntityInput struct {
	ID int64 `path:"id"`
	resource.Window
}

// ofLegalEntity lists what the projects of a legal entity are asked, as far as the caller can see it.
func (s *Service) ofLegalEntity(ctx context.Context, in ofEntityInput) (out resource.List[Inherited], err error) {
	entity, err := s.deps.Clients.Entities.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	q := new(Question)
	all, err := s.all(ctx, query.Where(q, &q.ClientID, entity.ClientID), query.Where(q, &q.Active, true))
	if err != nil {
		return out, err
	}
	list := inOrder(all, entity.ClientID, in.ID)
	offset, limit := in.Page()
	out = resource.List[Inherited]{Results: []Inherited{}, TotalResults: int64(len(list))}
	list = list[min(offset, int64(len(list))):]
	list = list[:min(limit, int64(len(list)))]
	if err := s.fillLabels(ctx, list); err != nil {
		return out, err
	}
	for _, q := range list {
		out.Results = append(out.Results, Inherited{
			ID: q.ID, Key: q.Key, QuestionVersion: q.QuestionVersion, Label: q.Label, Scope: q.Scope, ValueType: q.ValueType,
			InputKind: q.InputKind,
			Flags:     q.Flags, SortOrder: q.SortOrder, Active: q.Active, Inherited: q.Scope == OfClient,
		})
	}
	return out, nil
}

// versionsOf lists all versions of a question, the newest first.
func (s *Service) versionsOf(ctx context.Context, in byID) (out resource.List[resource.Shown[Question]], err error) {
	of, err := s.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	list, err := s.versions(ctx, of)
	if err != nil {
		return out, err
	}
	slices.SortFunc(list, func(a, b Question) int { return cmp.Compare(b.QuestionVersion, a.QuestionVersion) })
	if err := s.fillLabels(ctx, list); err != nil {
		return out, err
	}
	q := new(Question)
	return resource.ShowPage(query.Page[Question]{Rows: list, Total: int64(len(list))}, q, row(q)), nil
}

// PairFacts is what the panel knows of one valid pair: its kinds of input, what limits answers and how many options
// there are.
type PairFacts struct {
	ValueType  ValueType `json:"valueType"`
	InputKind  InputKind `json:"inputKind"`
	MinOptions int       `json:"minOptions"`
	MaxOptions int       `json:"maxOptions"` // 0: it has none
	Settings   []string  `json:"settings"`
	Closed     bool      `json:"closed"`
	StaffOnly  bool      `json:"staffOnly"`
}

// Types is the validity matrix with the constraints of the flags, so that the panel has no second copy of either.
type Types struct {
	Pairs []PairFacts  `json:"pairs"`
	Flags []Constraint `json:"flags"`
}

// types answers the matrix in the order of the enumerations.
func (s *Service) types(context.Context, resource.None) (Types, error) {
	out := Types{Flags: published()}
	for _, t := range ValueType("").Enum().Values {
		for _, k := range InputKind("").Enum().Values {
			p, ok := pairs[Pair{ValueType(t), InputKind(k)}]
			if !ok {
				continue
			}
			out.Pairs = append(out.Pairs, PairFacts{
				ValueType: ValueType(t), InputKind: InputKind(k), MinOptions: p.least, MaxOptions: p.most,
				Settings: append([]string{}, p.settings...), Closed: p.closed, StaffOnly: p.staffOnly,
			})
		}
	}
	return out, nil
}
