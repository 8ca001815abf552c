// Package example shows all it takes to add a resource: this declaration, one migration and its texts. The tests hold
// it to that, on both engines and in the browser.
package example

import (
	"embed"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

//go:embed migrations/*.sql
var migrations embed.FS

//go:embed seed
var texts embed.FS

// Extension adds skills to the product.
var Extension = app.Extension{Migrations: migrations, Texts: texts, Declare: declare}

// Skill is something a client's freelancers are good at.
type Skill struct {
	resource.Record
	ClientID   int64  `json:"clientId"   kind:"ref:client" check:"required"`
	ClientName string `json:"clientName" from:"clientId.name"`
	Name       string `json:"name"       check:"required,max=40" store:"fold"`
	Level      *int   `json:"level"      check:"minvalue=1,maxvalue=5"`
	Hot        bool   `json:"hot"`
}

func declare(s *app.Service) {
	k := new(Skill)
	s.Registry.Add(resource.Declare(resource.Spec[Skill]{
		Name: "skill", Route: "/questions/skills", Of: k, Title: &k.Name,
		Store: store.NewTable[Skill](s.DB, s.Table(store.Config{
			Name: "skills", Entity: "skill", Handle: "S", Indexed: true,
		})),
		Columns: resource.Refs{&k.Name, &k.ClientName, &k.Level, &k.Hot},
		Filters: resource.Refs{resource.Filter("clientName", query.Named, &k.ClientID), &k.Name, &k.Hot},
		Search:  resource.Refs{&k.Name, &k.ClientID, &k.ClientName, &k.Level},
		Form:    []resource.Group{resource.Section("general", &k.ClientID, &k.Name, &k.Level, &k.Hot)},
		Access: resource.Access{
			Read: role.QuestionRead, Create: role.QuestionCreate, Update: role.QuestionUpdate,
			Delete: role.QuestionDelete,
		},
	}))
}
