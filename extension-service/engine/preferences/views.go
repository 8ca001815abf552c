package preferences

import (
	"context"
	"encoding/json"
	"fmt"
)

// preference is what somebody has set under a key.
type preference struct {
	owner      int64
	key, value string
}

func (s *Service) all(ctx context.Context) (out []preference, err error) {
	var p preference
	err = s.DB.Each(ctx, []any{&p.owner, &p.key, &p.value}, func() error {
		out = append(out, p)
		return nil
	}, "SELECT staff_id, key, value FROM preferences ORDER BY staff_id, key")
	return out, err
}

func (s *Service) savePreference(ctx context.Context, p preference, text string) error {
	if text == none {
		_, err := s.DB.Exec(ctx, "DELETE FROM preferences WHERE staff_id = $1 AND key = $2", p.owner, p.key)
		return err
	}
	_, err := s.DB.Exec(ctx, "UPDATE preferences SET value = $1 WHERE staff_id = $2 AND key = $3", text, p.owner, p.key)
	return err
}

// EachQuery hands on the query of every saved view, shared ones too, with whose it is and under which key, and keeps
// what comes back.
func (s *Service) EachQuery(ctx context.Context, change func(owner int64, key, query string) string) error {
	if err := s.eachSharedQuery(ctx, change); err != nil {
		return err
	}
	all, err := s.all(ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		var value map[string]any
		if json.Unmarshal([]byte(p.value), &value) != nil {
			continue // nothing that has views
		}
		views, _ := value["views"].([]any)
		isChanged := false
		for _, one := range views {
			view, _ := one.(map[string]any)
			query, isText := view["query"].(string)
			if !isText {
				continue
			}
			if rest := change(p.owner, p.key, query); rest != query {
				view["query"], isChanged = rest, true
			}
		}
		if !isChanged {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if err := s.savePreference(ctx, p, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// eachSharedQuery is EachQuery of the shared views; the key of one is its own.
func (s *Service) eachSharedQuery(ctx context.Context, change func(owner int64, key, query string) string) error {
	shared, err := s.loadShared(ctx, "1 = 1 ORDER BY id")
	if err != nil {
		return err
	}
	for _, was := range shared {
		v := was
		if v.Query = change(v.OwnerID, fmt.Sprintf("%s.%d", SharedEntity, v.ID), v.Query); v.Query == was.Query {
			continue
		}
		if err := s.saveShared(ctx, &was, &v); err != nil {
			return err
		}
	}
	return nil
}
