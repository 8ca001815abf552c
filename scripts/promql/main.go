// Command promql reads a JSON list of queries from standard input and writes what each asks for, as Prometheus' own
// parser reads it. It is a module of its own, so that the product does not depend on Prometheus.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// query is what one asks for.
type query struct {
	Error   string   `json:"error,omitempty"`
	Metrics []metric `json:"metrics"`
	By      []string `json:"by"` // the labels that are left of its result, null where all are
}

type metric struct {
	Name   string  `json:"name"`
	Labels []label `json:"labels"`
}

// label is one that must, or must not, have a value or match a pattern.
type label struct {
	Name  string `json:"name"`
	Op    string `json:"op"`
	Value string `json:"value"`
}

func main() {
	if err := read(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(from io.Reader, to io.Writer) error {
	var texts []string
	if err := json.NewDecoder(from).Decode(&texts); err != nil {
		return err
	}
	out := make([]query, len(texts))
	for i, text := range texts {
		out[i] = parsed(text)
	}
	return json.NewEncoder(to).Encode(out)
}

func parsed(text string) query {
	tree, err := parser.ParseExpr(text)
	if err != nil {
		return query{Error: err.Error()}
	}
	var q query
	parser.Inspect(tree, func(node parser.Node, _ []parser.Node) error {
		switch n := node.(type) {
		case *parser.VectorSelector:
			q.Metrics = append(q.Metrics, metricOf(n))
		case *parser.AggregateExpr:
			if len(n.Grouping) > 0 {
				q.By = append(q.By, n.Grouping...)
			}
		}
		return nil
	})
	return q
}

func metricOf(n *parser.VectorSelector) metric {
	m := metric{Name: n.Name, Labels: []label{}}
	for _, l := range n.LabelMatchers {
		if l.Name != labels.MetricName {
			m.Labels = append(m.Labels, label{l.Name, l.Type.String(), l.Value})
		}
	}
	return m
}
