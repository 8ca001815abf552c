package resource_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type purchase struct {
	resource.Record
	Name  string           `json:"name"  check:"required" store:"fold"`
	State string           `json:"state"`
	Sum   *decimal.Decimal `json:"sum"   derived:"sum orderLine.orderId.amount"`
}

type purchaseLine struct {
	resource.Record
	OrderID int64           `json:"orderId" kind:"ref:order" check:"required"`
	Name    string          `json:"name"    check:"required" store:"fold"`
	Amount  decimal.Decimal `json:"amount"`
}

const orderTables = `-- +goose Up
CREATE TABLE orders ({{record}}, name {{text}} NOT NULL, name_fold {{text}} NOT NULL, state {{text}} NOT NULL, sum BIGINT);
CREATE TABLE order_lines ({{record}}, order_id BIGINT NOT NULL CONSTRAINT order_lines_order_fk REFERENCES orders (id),
	name {{text}} NOT NULL, name_fold {{text}} NOT NULL, amount BIGINT NOT NULL);
`

// orders are the calls of orders that may be edited while they are open, and of their lines.
func orders(t *testing.T, db *store.DB, isPart bool) *resource.Registry {
	t.Helper()
	if err := db.MigrateFrom(t.Context(), fstest.MapFS{"migrations/0001_orders.sql": {Data: []byte(orderTables)}},
		"order_versions"); err != nil {
		t.Fatal(err)
	}
	log := &audit.Log{DB: db, Now: time.Now}
	config := func(name, entity string) store.Config {
		return store.Config{Name: name, Entity: entity, Reach: store.Unscoped, Audit: log.Record, Now: time.Now}
	}
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error { return nil }, Since: log.ChangesSince,
		History: log.History, Now: time.Now,
	})
	o, l := new(purchase), new(purchaseLine)
	access := resource.Access{
		Read: role.SkillRead, Create: role.SkillWrite, Update: role.SkillWrite, Delete: role.SkillWrite,
	}
	lines := resource.Spec[purchaseLine]{
		Name: "orderLine", Route: "/platform/orderlines", Of: l, Title: &l.Name, Access: access,
		Store: store.NewTable[purchaseLine](db, config("order_lines", "orderLine")),
	}
	if isPart {
		lines.PartOf = &l.OrderID
	}
	registry.Add(resource.Declare(resource.Spec[purchase]{
		Name: "order", Of: o, Title: &o.Name, Access: access, Editable: resource.OnlyWhile(&o.State, "order.closed", "OPEN"),
		Store: store.NewTable[purchase](db, config("orders", "order")),
	}), resource.Declare(lines))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	return registry
}

// outcomeOf is the record that a call answers, or the code of its refusal with what blocks.
func outcomeOf(t *testing.T, registry *resource.Registry, line, body string) string {
	t.Helper()
	who := &role.Caller{Kind: role.Admin, ID: 1, Name: "Somebody", Permissions: role.Permissions()}
	a := resourcetest.Call{Endpoints: registry.Endpoints(), Who: who, Line: line, Body: body}.Send(t)
	if a.Err != nil {
		return strings.TrimSpace(fmt.Sprint(a.Err.Code, " ", a.Err.Details["blockedBy"]))
	}
	return fmt.Sprint(a.Body)
}

// expectAll makes calls in order, each with a part of what it answers.
func expectAll(t *testing.T, registry *resource.Registry, steps [][3]string) {
	t.Helper()
	for _, step := range steps {
		if got := outcomeOf(t, registry, step[0], step[1]); !strings.Contains(got, step[2]) {
			t.Errorf("%s %s: %s instead of %s", step[0], step[1], got, step[2])
		}
	}
}

func TestPart_ParentMayNotBeEdited_IsNeitherAddedNorChangedNorDeleted(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		expectAll(t, orders(t, db, true), [][3]string{
			{"POST /api/order", `{"name":"One","state":"OPEN"}`, "id:1"},
			{"POST /api/order", `{"name":"Two","state":"CLOSED"}`, "id:2"},
			{"POST /api/orderLine", `{"orderId":1,"name":"A","amount":2.5}`, "id:1"},
			{"PUT /api/orderLine/1", `{"orderId":2}`, "NOT_EDITABLE [{order.closed"},
			{"POST /api/orderLine", `{"orderId":2,"name":"B","amount":1}`, "NOT_EDITABLE [{order.closed"},
			{"PUT /api/order/1", `{"state":"CLOSED"}`, "sum:2.5"},
			{"PUT /api/orderLine/1", `{"amount":3}`, "NOT_EDITABLE [{order.closed"},
			{"DELETE /api/orderLine/1", "{}", "NOT_EDITABLE [{order.closed"},
			{"GET /api/orderLine", "", "totalResults:1"},
		})
	})
}

func TestPart_ParentIsDeleted_IsDeletedToo(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		registry := orders(t, db, true)
		expectAll(t, registry, [][3]string{
			{"POST /api/order", `{"name":"One","state":"OPEN"}`, "id:1"},
			{"POST /api/order", `{"name":"Two","state":"OPEN"}`, "id:2"},
			{"POST /api/orderLine", `{"orderId":1,"name":"A","amount":2}`, "id:1"},
			{"POST /api/orderLine", `{"orderId":2,"name":"B","amount":2}`, "id:2"},
			{"DELETE /api/order/1?dryRun=true", "{}", "id:1"},
			{"GET /api/orderLine", "", "totalResults:2"},
			{"DELETE /api/order/1", "{}", "id:1"},
			{"GET /api/orderLine", "", "totalResults:1"},
		})
		const entries = "SELECT action FROM audit WHERE entity = 'orderLine' AND entity_id = 1 ORDER BY id"
		if got, err := db.Texts(t.Context(), entries); err != nil || strings.Join(got, " ") != "create delete" {
			t.Errorf("the audit log says %v of the line (%v)", got, err)
		}
		if !registry.Named("orderLine").Facts().IsPart {
			t.Error("the lines stand in the sidebar")
		}
	})
}

func TestDelete_OthersReferToTheRecord_IsRefusedAsInUse(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		expectAll(t, orders(t, db, false), [][3]string{
			{"POST /api/order", `{"name":"One","state":"OPEN"}`, "id:1"},
			{"POST /api/orderLine", `{"orderId":1,"name":"A","amount":2}`, "id:1"},
			{"DELETE /api/order/1", "{}", "IN_USE"},
			{"GET /api/order/1", "", "name:One"},
		})
	})
}
