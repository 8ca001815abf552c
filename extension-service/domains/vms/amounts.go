package vms

import (
	"context"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
)

const (
	currencyField = "currency"
	rateUnitField = "rateUnit"
)

// projectAmounts are the amounts of a project; all are in its one currency.
var projectAmounts = []string{"rateMin", "rateMax", "fixedBudget"}

// isAmount says whether a field of a project is one value with its currency: an amount, or the currency itself.
func isAmount(field string) bool {
	return field == currencyField || slices.Contains(projectAmounts, field)
}

// isEdited says whether a person has set a field since a VMS did.
func isEdited(ours json.RawMessage, was value, isKnown bool) bool {
	return isKnown && !equalValues(ours, []byte(was.applied)) || !isKnown && !isEmpty(ours)
}

// otherCurrency is the currency of the amounts in a message where that is not the project's and a person has to decide:
// something of the amounts was edited here, or the currency was proposed before and not taken. Otherwise "": the
// message sets all of them.
func (h reportedFields) otherCurrency(ours map[string]json.RawMessage, known map[string]value) string {
	theirs, hasCurrency := h.fields[currencyField]
	if !hasCurrency {
		theirs = json.RawMessage(known[currencyField].reported)
	}
	if isEmpty(theirs) || isEmpty(ours[currencyField]) || equalValues(theirs, ours[currencyField]) {
		return ""
	}
	if !hasCurrency {
		return text(theirs)
	}
	for name, value := range h.fields {
		was, isKnown := known[name]
		if isAmount(name) && isEdited(ours[name], was, isKnown) && !equalValues(ours[name], value) {
			return text(theirs)
		}
	}
	return ""
}

// dependentProposals are the open proposals that can only be accepted with one: an amount in another currency than the
// project's, that currency, and what else is proposed in it. The fields are those of all of them.
func (p *Proposals) dependentProposals(ctx context.Context, v *Proposal) (fields map[string]json.RawMessage,
	with []Proposal, err error,
) {
	fields = map[string]json.RawMessage{v.Field: json.RawMessage(v.Value)}
	if v.Currency == "" {
		return fields, nil, nil
	}
	now, err := p.deps.Records.Read(ctx, project, v.ProjectID)
	if err != nil || text(now[currencyField]) == v.Currency {
		return fields, nil, err
	}
	fields[currencyField] = jsonOf(v.Currency)
	page, err := p.List(ctx, query.All(v, int64(len(projectAmounts)+1), query.Where(v, &v.ProjectID, v.ProjectID),
		query.Where(v, &v.State, string(Open)),
		query.Where(v, &v.Currency, v.Currency)))
	for _, other := range page.Rows {
		if other.ID != v.ID {
			fields[other.Field] = json.RawMessage(other.Value)
			with = append(with, other)
		}
	}
	return fields, with, err
}
