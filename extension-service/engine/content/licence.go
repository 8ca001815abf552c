package content

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

// The states of the licence of Directus that are not "active".
const (
	licenceGrace  = "grace"  // more is used than is free; Directus works until a certain day
	licenceLocked = "locked" // more is used than is free; Directus refuses texts

	lockedText = "error.contentLocked"
)

// lookAtLicence is how often the licence is asked for: it changes by what people do in Studio, and by a day that comes.
const lookAtLicence = time.Minute

// Licence is how Directus stands with its licence. The zero value is one that allows all that is used, or is not known:
// a Directus that is not started by us says nothing.
type Licence struct {
	Status string    `json:"status"`
	Limits []Limit   `json:"limits"`
	Until  *unixTime `json:"until"` // of grace
}

// Limit is something that Directus is used for beyond its licence. What cannot be counted has no numbers.
type Limit struct {
	Key  string `json:"key"`
	Used int    `json:"used"`
	Free int    `json:"free"`
}

// unixTime is an instant that is sent as seconds.
type unixTime int64

// Err is nil while the licence allows what is used. Its text is read by the status page, which has words for each part
// of it: the state, until=day, and key=used/free or key for each limit.
func (l Licence) Err() error {
	if l.Status != licenceGrace && l.Status != licenceLocked {
		return nil
	}
	words := []string{l.Status}
	if l.Until != nil {
		words = append(words, "until="+time.Unix(int64(*l.Until), 0).UTC().Format(time.DateOnly))
	}
	for _, one := range l.Limits {
		if one.Free == 0 && one.Used == 0 {
			words = append(words, one.Key)
			continue
		}
		words = append(words, fmt.Sprintf("%s=%d/%d", one.Key, one.Used, one.Free))
	}
	return errors.New(strings.Join(words, " "))
}

// licence asks our hook inside Directus.
func (u *upstream) licence(ctx context.Context) (l Licence, err error) {
	raw, err := u.send(ctx, u.read, call{method: http.MethodGet, path: "/poolkeeper/licence", query: url.Values{}})
	if err != nil {
		return l, err
	}
	return l, open(raw, &l)
}

// isLocked says whether Directus refuses because more is used than its licence allows.
func isLocked(err error) bool {
	return err != nil && slices.Contains(fault.From(err).Messages, lockedText)
}

// Licence is how the licence was when it was asked for last.
func (s *Service) Licence() Licence {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.licence
}

// followLicence asks for the licence from time to time, after a look for changes. One that cannot be asked for stays as
// it was while Directus is away, and is not known of a Directus that answers without our hook.
func (s *Service) followLicence(ctx context.Context, stepped error) {
	now := s.cfg.Now()
	if now.Before(s.nextLicence) || stepped != nil && !isLocked(stepped) {
		return
	}
	s.nextLicence = now.Add(lookAtLicence)
	found, err := s.feed.up.licence(ctx)
	if err != nil && ctx.Err() == nil && !isLocked(stepped) {
		found = Licence{}
	} else if err != nil {
		found = Licence{Status: licenceLocked}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if was, is := s.licence.Err(), found.Err(); is != nil && (was == nil || was.Error() != is.Error()) {
		s.cfg.Log.Warn("Directus is used beyond its licence", "reason", is)
	}
	s.licence = found
}
