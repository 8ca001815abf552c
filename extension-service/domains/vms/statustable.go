package vms

import (
	"fmt"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/domains/vms/transform"
)

// statusTables are the lookups that give the status of a record.
func statusTables(rules transform.Rules) []string {
	return rules.LookupsOf(func(target string) bool {
		return target == "project.status" || target == "application.status"
	})
}

// wrongStatuses are the entries of status lookups that are no status of the record that a message is about.
func (m *Mappings) wrongStatuses(entity Entity, rules transform.Rules) (wrong []transform.Problem) {
	if entity.direction() == Out {
		return nil
	}
	known := m.deps.Statuses(entity)
	for _, table := range statusTables(rules) {
		entries := rules.Lookups[table]
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			target, isText := entries[key].(string)
			if entries[key] == nil || isText && slices.Contains(known, target) {
				continue
			}
			wrong = append(wrong, transform.Problem{
				Rule: int64(ruleOf(rules, table)), Target: "lookups." + table + "." + key, Code: transform.NoStatus,
				Message: fmt.Sprintf("%v is no status", entries[key]),
				Text:    "vmsMapping.problem.status",
				Params:  map[string]any{"lookup": table, "value": key, "target": fmt.Sprint(entries[key])},
			})
		}
	}
	return wrong
}

// ruleOf is the first rule that gives a status by a lookup.
func ruleOf(rules transform.Rules, table string) int {
	return slices.IndexFunc(rules.Rules, func(r transform.Rule) bool {
		return slices.Contains(statusTables(transform.Rules{Rules: []transform.Rule{r}}), table)
	})
}
