package fts5

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	benchDocs  = 100_000
	benchIndex = "project-v1-20260101000000"
)

var benchSchema = search.Schema{Type: "project", SettingsVersion: 1, Fields: []search.Field{
	{Name: "handle", Type: search.Keyword, Searchable: true, Sortable: true, Filterable: true},
	{Name: "title", Type: search.Text, Searchable: true, Sortable: true, Filterable: true},
	{Name: "vmsId", Type: search.Keyword, Searchable: true, Sortable: true, Filterable: true},
	{Name: "clientId", Type: search.Long, Searchable: true, Filterable: true},
	{Name: "clientName", Type: search.Text, Searchable: true},
	{Name: "status", Type: search.Keyword, Searchable: true, Sortable: true, Filterable: true},
	{Name: "skills", Type: search.Keyword, Searchable: true, Filterable: true},
	{Name: "start", Type: search.Date, Sortable: true, Filterable: true},
}}

func project(id, version int64) search.Document {
	client := id*id%60 + 1
	return search.Document{
		ID: id, Version: version, ClientID: client, LegalEntityID: client * 3,
		Contents: search.ContentsOf(map[string]any{
			"handle": fmt.Sprintf("P-%06X", id*7919), "vmsId": fmt.Sprintf("REQ-%d", 500_000+id), "clientId": client,
			"title": fmt.Sprintf("%s %s for the team in %s", []string{"Senior", "Junior", "Lead"}[id%3],
				[]string{"Go developer", "Data engineer", "Übersetzer", "Tester"}[id*7%4],
				[]string{"Köln", "Berlin", "Hamburg", "Zürich", "Wien"}[id*13%5]),
			"clientName": fmt.Sprintf("Client %d GmbH", client), "status": []string{"ACTIVE", "PAUSED", "CLOSED"}[id*11%3],
			"skills": []string{"go", []string{"sql", "k8s", "react"}[id%3]},
			"start":  fmt.Sprintf("2026-%02d-%02d", id%12+1, id%28+1),
		}),
	}
}

func filled(b *testing.B) *Engine {
	b.Helper()
	e := open(b, b.TempDir())
	if err := e.Create(b.Context(), benchIndex, benchSchema); err != nil {
		b.Fatal(err)
	}
	fillIndex(b, e)
	return e
}

func fillIndex(b *testing.B, e *Engine) {
	b.Helper()
	docs := make([]search.Document, 0, batch)
	for id := int64(1); id <= benchDocs; id++ {
		if docs = append(docs, project(id, 1)); len(docs) == batch {
			if err := e.Write(b.Context(), benchIndex, docs); err != nil {
				b.Fatal(err)
			}
			docs = docs[:0]
		}
	}
}

func BenchmarkIndex_HundredThousandDocuments_AreWritten(b *testing.B) {
	for b.Loop() {
		filled(b)
	}
	b.ReportMetric(float64(b.N)*benchDocs/b.Elapsed().Seconds(), "docs/s")
}

func BenchmarkQuery_EachForm_OverHundredThousandDocuments(b *testing.B) {
	e := filled(b)
	where := func(field, value string) search.Term { return search.Term{Field: field, Values: []string{value}} }
	for _, bench := range []struct {
		name  string
		query search.Query
	}{
		{"everything", search.Query{}},
		{"everything by title", search.Query{Sort: []search.Sort{{Field: "title"}}}},
		{"everything at 9,990", search.Query{Offset: 9_990}},
		{"status", search.Query{Terms: []search.Term{where("status", "ACTIVE")}}},
		{"status by title", search.Query{
			Terms: []search.Term{where("status", "ACTIVE")},
			Sort:  []search.Sort{{Field: "title"}},
		}},
		{"status and client", search.Query{Terms: []search.Term{where("status", "ACTIVE"), where("clientId", "5")}}},
		{"rare text", search.Query{Terms: []search.Term{where("vmsId", "REQ-512345")}}},
		{"common text", search.Query{Terms: []search.Term{where("title", "developer")}}},
		{"text, status, scope", search.Query{
			Terms: []search.Term{where("title", "ubersetz"), where("status", "PAUSED")},
			Scope: role.Scope{ClientIDs: []int64{2, 5, 17}},
		}},
		{"rare text, status", search.Query{Terms: []search.Term{
			where("title", "ubersetzer for the team in wien"),
			where("clientName", "client 33 gmbh"), where("status", "PAUSED"),
		}}},
		{"common text, status", search.Query{Terms: []search.Term{
			where("title", "for the team"),
			where("status", "PAUSED"),
		}}},
		{"two letters", search.Query{Terms: []search.Term{where("title", "zu")}}},
	} {
		bench.query.Size = 10
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Query(b.Context(), benchIndex, bench.query); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWrite_OneDocument_OverHundredThousand(b *testing.B) {
	e := filled(b)
	version := int64(1)
	for b.Loop() {
		version++
		if err := e.Write(b.Context(), benchIndex, []search.Document{project(version*7919%benchDocs+1,
			version)}); err != nil {
			b.Fatal(err)
		}
	}
}
