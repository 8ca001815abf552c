package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// exports fetches many records as CSV, in several orders and through several filters.
func (p *product) exports(ctx context.Context) error {
	if err := p.refresh(ctx); err != nil {
		return err
	}
	some := map[string]any{"status": []string{"a", "uc"}}
	for _, of := range []struct {
		entity, order string
		filters       map[string]any
	}{
		{"application", "id:desc", some},
		{"application", "created:desc", some},
		{"freelancer", "id:desc", nil},
		{"freelancer", "lastName:asc", nil},
		{"project", "title:asc", map[string]any{"status": []string{"ACTIVE"}}},
	} {
		if !strings.Contains("export of "+of.entity, p.Only) {
			continue
		}
		if err := p.export(ctx, of.entity, map[string]any{
			"format": "csv", "s": of.order,
			"filters": of.filters,
		}); err != nil {
			return err
		}
	}
	return nil
}

func (p *product) export(ctx context.Context, entity string, body map[string]any) error {
	var ticket struct {
		URL string `json:"url"`
	}
	if _, err := p.call(ctx, p.withToken(p.full, httpRequest{
		method: http.MethodPost, path: "/api/export/" + entity,
		body: body,
	}), &ticket); err != nil {
		return err
	}
	before, err := p.cpu()
	if err != nil {
		return err
	}
	watched, began := p.peak(), time.Now()
	answer, err := p.send(ctx, get("%s", ticket.URL))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	rows, err := lines(answer.Body)
	if err != nil {
		return err
	}
	took, most := time.Since(began), watched()
	after, err := p.cpu()
	if err != nil {
		return err
	}
	resident, _ := p.memory()
	return report(line{
		Case: fmt.Sprintf("export of %ss by %s", entity, body["s"]), Rows: rows,
		CPU:       micros(after-before) / float64(max(rows, 1)),
		PerSecond: float64(rows) / took.Seconds(), MiB: resident, OwnMiB: most,
	})
}

// lines counts the lines after the heading.
func lines(r io.Reader) (int, error) {
	in, n := bufio.NewReaderSize(r, 1<<16), -1
	for {
		_, err := in.ReadSlice('\n')
		switch {
		case err == nil:
			n++
		case errors.Is(err, io.EOF):
			return n, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return 0, err
		}
	}
}

// rebuild builds the search index of the freelancers anew while the service answers.
func (p *product) rebuild(ctx context.Context) error {
	const name = "index of freelancers built anew"
	if !strings.Contains(name, p.Only) {
		return nil
	}
	c := exec.CommandContext(ctx, p.Binary, "reindex", "freelancer")
	c.Env, c.Stderr = p.env, os.Stderr
	began := time.Now()
	if err := c.Run(); err != nil {
		return err
	}
	took := time.Since(began)
	used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return report(line{
		Case: name, Rows: p.Freelancers, CPU: micros(used) / float64(max(p.Freelancers, 1)),
		PerSecond: float64(p.Freelancers) / took.Seconds(), Millis: micros(took) / 1000,
	})
}
