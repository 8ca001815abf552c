package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// many is how many applications one bulk change holds.
const many = 200

type applicationPage struct {
	Results []struct {
		ID             int64  `json:"id"`
		ClientName     string `json:"clientName"`
		ProjectID      int64  `json:"projectId"`
		FreelancerID   int64  `json:"freelancerId"`
		FreelancerName string `json:"freelancerName"`
	} `json:"results"`
	TotalResults int `json:"totalResults"`
}

// applicationCases are the list of applications under each filter of its search form, the search for a freelancer by
// name, and a change of two hundred at once. There are none without applications.
func (s *service) applicationCases(ctx context.Context) ([]measured, error) {
	var first applicationPage
	if err := s.get(ctx, "/api/projectApplication?limit=1", &first); err != nil || len(first.Results) == 0 {
		return nil, err
	}
	var err error
	if s.reviewed, err = s.collect(ctx, "/api/projectApplication?limit=1000&status=a", s.Requests*6+10*many); err != nil {
		return nil, err
	}
	one := first.Results[0]
	list := func(name, query string) measured {
		return s.read("applications, "+name, "/api/projectApplication?limit=10"+query, s.refuse)
	}
	client := url.QueryEscape(one.ClientName)
	return []measured{
		list("no filter", ""),
		list("by project", fmt.Sprint("&jobId=", one.ProjectID)),
		list("by freelancer", fmt.Sprint("&freelancerId=", one.FreelancerID)),
		list("by title", "&jobTitle=architect"),
		list("by name", "&name="+url.QueryEscape(one.FreelancerName)),
		list("by part of a name", "&name=son"),
		list("by status", "&status=a"),
		list("by client", "&clientName="+client),
		list("by status and client", "&status=a&clientName="+client),
		s.read("freelancers by name", "/api/freelancer?limit=10&name="+url.QueryEscape(one.FreelancerName), s.refuse),
		s.read("freelancers by part of a name", "/api/freelancer?limit=10&name=son", s.refuse),
		{"application refused", s.refuse, s.refuse},
	}, nil
}

// refuse rejects one application.
func (s *service) refuse(ctx context.Context, _ int) error {
	id, err := s.reviewed.take()
	if err != nil {
		return err
	}
	path := fmt.Sprintf("/api/projectApplication/%d/status", id)
	return s.call(ctx, ask{http.MethodPut, path, map[string]any{"status": "rm", "reason": "SKILLS", "notifyTalent": false}}, nil)
}

// exports measures a change of two hundred applications, and a file of a million.
func (s *service) exports(ctx context.Context) error {
	if s.reviewed == nil {
		return nil
	}
	if err := s.bulk(ctx); err != nil {
		return err
	}
	for _, order := range []string{"id:desc", "created:desc"} {
		if err := s.export(ctx, order); err != nil {
			return err
		}
	}
	return nil
}

func (s *service) bulk(ctx context.Context) error {
	l := line{Case: "bulk change of 200", Requests: 10}
	before, err := s.cpu()
	if err != nil {
		return err
	}
	began := time.Now()
	for range l.Requests {
		ids := make([]int64, many)
		for i := range ids {
			if ids[i], err = s.reviewed.take(); err != nil {
				return err
			}
		}
		body := map[string]any{"ids": ids, "status": "rm", "reason": "SKILLS", "notifyTalent": false}
		if err := s.call(ctx, ask{http.MethodPost, "/api/projectApplication/changeStatus", body}, nil); err != nil {
			return err
		}
	}
	l.P50 = float64(time.Since(began).Microseconds()) / float64(l.Requests)
	after, err := s.cpu()
	l.CPU = float64((after - before).Microseconds()) / float64(l.Requests)
	if err != nil {
		return err
	}
	return report(l)
}

// export fetches applications of one kind as CSV, and counts the lines.
func (s *service) export(ctx context.Context, order string) error {
	var ticket struct {
		URL string `json:"url"`
	}
	body := map[string]any{"format": "csv", "s": order, "filters": map[string]any{"status": []string{"a", "uc"}}}
	if err := s.call(ctx, ask{http.MethodPost, "/api/export/application", body}, &ticket); err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+ticket.URL, http.NoBody)
	if err != nil {
		return err
	}
	before, err := s.cpu()
	if err != nil {
		return err
	}
	watched, began := s.peak(), time.Now()
	answer, err := (&http.Client{}).Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	rows, err := lines(answer.Body)
	if err != nil {
		return err
	}
	took, most := time.Since(began), watched()
	after, err := s.cpu()
	if err != nil {
		return err
	}
	resident, _ := s.memory()
	return report(line{
		Case: "export by " + order, Requests: rows, CPU: float64((after - before).Microseconds()) / float64(max(rows, 1)),
		PerSecond: float64(rows) / took.Seconds(), MiB: resident, OwnMiB: most,
	})
}

func lines(r io.Reader) (n int, err error) {
	buffered := bufio.NewReaderSize(r, 1<<20)
	for {
		_, err := buffered.ReadSlice('\n')
		switch {
		case err == nil:
			n++
		case errors.Is(err, io.EOF):
			return n - 1, nil // the head
		default:
			return n, err
		}
	}
}
