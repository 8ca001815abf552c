package sandbox

import (
	_ "embed"
	"html/template"
	"net/http"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page shows people every system with its switches.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	data := struct {
		Host    string
		Answers []Answer
		Systems []SystemState
	}{r.Host, Answers(), nil}
	for _, one := range s.systems {
		shown := one.state()
		shown.Candidates, shown.Messages = shown.Candidates[:min(len(shown.Candidates), 50)],
			shown.Messages[:min(len(shown.Messages), 50)]
		data.Systems = append(data.Systems, shown)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
	if err := pageTemplate.Execute(w, data); err != nil {
		s.options.Log.Error("sandbox page", "err", err)
	}
}
