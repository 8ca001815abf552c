// Command pocketbase is the yardstick beside the service: PocketBase as a Go program, holding the freelancers and
// projects of the service's own database, so that both are asked for the same records. It is a module of its own:
// nothing of it is linked into the product.
package main

import (
	"database/sql"
	"fmt"
	"log"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/spf13/cobra"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// copied is a collection, and the query of the service's database that fills it. The first column is the id, a number.
type copied struct {
	name    string
	fields  []core.Field
	query   string
	indexes [][2]string // name and columns
}

var collections = []copied{
	{
		name: "freelancers",
		fields: []core.Field{
			&core.TextField{Name: "handle"}, &core.TextField{Name: "firstName"}, &core.TextField{Name: "lastName"},
			&core.TextField{Name: "email"},
			&core.TextField{Name: "mobile"}, &core.TextField{Name: "status"}, &core.NumberField{Name: "dayRate"},
			&core.NumberField{Name: "hourRate"},
			&core.JSONField{Name: "skills"}, &core.NumberField{Name: "createdAt"}, &core.NumberField{Name: "updatedAt"},
			&core.TextField{Name: "description"},
		},
		query: `SELECT id, handle, first_name, last_name, email, mobile_number, user_status, coalesce(day_rate, 0), coalesce(hour_rate, 0), skills,
			created, last_updated, description FROM freelancers WHERE deleted_at IS NULL`,
		indexes: [][2]string{
			{"freelancers_status", "status, id"},
			{"freelancers_last_name", "lastName, id"},
			{"freelancers_email", "email"},
		},
	},
	{
		name: "projects",
		fields: []core.Field{
			&core.TextField{Name: "handle"}, &core.TextField{Name: "title"}, &core.TextField{Name: "status"},
			&core.NumberField{Name: "clientId"},
			&core.TextField{Name: "clientName"}, &core.TextField{Name: "vmsId"}, &core.TextField{Name: "start"},
			&core.TextField{Name: "end"},
			&core.NumberField{Name: "positions"}, &core.NumberField{Name: "positionsFilled"},
			&core.NumberField{Name: "updatedAt"},
		},
		query: `SELECT p.id, p.handle, p.title, p.status, p.client_id, c.name, p.vms_id, p.assignment_period_start, p.assignment_period_end, p.positions,
			p.positions_filled, p.last_updated FROM projects p JOIN clients c ON c.id = p.client_id WHERE p.deleted_at IS NULL`,
		indexes: [][2]string{{"projects_client_status", "clientName, status, id"}, {"projects_status", "status, id"}},
	},
}

func main() {
	app := pocketbase.New()
	var from string
	load := &cobra.Command{
		Use: "load", Short: "Copy the records of the service's database",
		RunE: func(*cobra.Command, []string) error {
			return fill(app, from)
		},
	}
	load.Flags().StringVar(&from, "from", "", "database of the service (SQLite)")
	app.RootCmd.AddCommand(load)
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func fill(app *pocketbase.PocketBase, from string) error {
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	// Requests are not logged into its database: the service does not log reads of lists either.
	settings := app.Settings()
	settings.Logs.MaxDays = 0
	if err := app.Save(settings); err != nil {
		return err
	}
	source, err := sql.Open("sqlite", "file:"+from+"?mode=ro")
	if err != nil {
		return err
	}
	defer source.Close()
	for _, c := range collections {
		if err := c.fill(app, source); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	_, err = app.DB().NewQuery("ANALYZE").Execute()
	return err
}

func (c copied) fill(app core.App, source *sql.DB) error {
	collection := core.NewBaseCollection(c.name)
	collection.Fields.Add(c.fields...)
	collection.ListRule, collection.ViewRule = types.Pointer("@request.auth.id != ''"),
		types.Pointer("@request.auth.id != ''")
	if err := app.Save(collection); err != nil {
		return err
	}
	if err := app.RunInTransaction(func(tx core.App) error { return c.copyRows(tx, source) }); err != nil {
		return err
	}
	for _, index := range c.indexes {
		collection.AddIndex(index[0], false, index[1], "")
	}
	return app.Save(collection)
}

func (c copied) copyRows(tx core.App, source *sql.DB) error {
	rows, err := source.Query(c.query)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, places := "id", "{:id}"
	for _, f := range c.fields {
		columns += ", [[" + f.GetName() + "]]"
		places += ", {:" + f.GetName() + "}"
	}
	insert := tx.DB().NewQuery("INSERT INTO {{" + c.name + "}} (" + columns + ") VALUES (" + places + ")").Prepare()
	defer insert.Close()
	var id int64
	cells := make([]any, len(c.fields))
	into := []any{&id}
	for i := range cells {
		into = append(into, &cells[i])
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		values := dbx.Params{"id": fmt.Sprintf("r%014d", id)}
		for i, f := range c.fields {
			values[f.GetName()] = cells[i]
		}
		if _, err := insert.Bind(values).Execute(); err != nil {
			return err
		}
	}
	return rows.Err()
}
