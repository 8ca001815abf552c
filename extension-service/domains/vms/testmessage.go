package vms

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// mostTests is among how many test applications of a connection, the newest first, one is looked for.
const mostTests = 100

// isAboutTest says whether a message is a test application, or a status that names one as its VMS or we do. Its person
// is invented, so nothing of it is masked.
func (m *Messages) isAboutTest(ctx context.Context, v Message) (bool, error) {
	switch {
	case v.EntityID != 0:
		return false, nil
	case v.Direction == Out:
		return v.Entity == Application, nil
	case v.Entity != ApplicationStatus:
		return false, nil
	}
	tests, err := m.testsOf(ctx, v.ConnectionID)
	if err != nil || len(tests) == 0 {
		return false, err
	}
	body, err := m.raw(ctx, v.ID)
	if err != nil {
		return false, err
	}
	message, err := transform.Decoded(body)
	if err != nil {
		return false, nil //nolint:nilerr // what cannot be read names nothing
	}
	texts := appendTexts(nil, message)
	return slices.ContainsFunc(tests, func(test Message) bool {
		return test.ID < v.ID && (test.MatchKey != "" && slices.Contains(texts, test.MatchKey) ||
			slices.Contains(texts, strings.TrimSuffix(test.MessageID, "-1")))
	}), nil
}

// testsOf lists the last test applications that the VMS of a connection has accepted.
func (m *Messages) testsOf(ctx context.Context, connectionID int64) ([]Message, error) {
	v := new(Message)
	page, err := m.Table.List(ctx, query.Query{
		Where: []query.Cond{
			query.Where(v, &v.ConnectionID, connectionID), query.Where(v, &v.Entity, string(Application)),
			query.Where(v, &v.EntityID, int64(0)),
		},
		Limit: mostTests, NoTotal: true, Sort: []query.Sort{{Field: field.At(v, &v.ID), Desc: true}},
	})
	return page.Rows, err
}
