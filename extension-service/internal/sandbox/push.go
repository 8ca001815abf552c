package sandbox

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// mostTries is how often a message is sent that the product does not take.
const mostTries = 8

// Push sends the messages that are due, each system's in their order, and says how many were taken.
func (s *Server) Push(ctx context.Context) (accepted int) {
	for _, one := range s.systems {
		for {
			m, to := one.due()
			if m == nil {
				break
			}
			answer, isAccepted := s.send(ctx, *m, to)
			one.recordAttempt(m, answer, isAccepted)
			if !isAccepted {
				break
			}
			accepted++
		}
	}
	return accepted
}

// due is the first message that waits to be sent, if it is due.
func (s *system) due() (*Message, Inbound) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inbound.URL == "" {
		return nil, Inbound{}
	}
	for _, m := range s.messages {
		if !m.Pushed && m.tries < mostTries {
			if m.due.After(s.now()) {
				break
			}
			return m, s.inbound
		}
	}
	return nil, Inbound{}
}

// recordAttempt writes down what an attempt has come to; the next comes after 1, 2, 4… seconds.
func (s *system) recordAttempt(m *Message, answer string, isAccepted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.due = s.now().Add(time.Second << m.tries)
	m.tries++
	m.Pushed, m.Answer = isAccepted, answer
}

// send signs a message as Standard Webhooks does, with the query between time and body, and sends it.
func (s *Server) send(ctx context.Context, m Message, to Inbound) (answer string, isAccepted bool) {
	query, seconds := "entity="+m.Entity, strconv.FormatInt(s.options.Now().Unix(), 10)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.URL+"?"+query, bytes.NewReader(m.Body))
	if err != nil {
		return err.Error(), false
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Webhook-Id", m.ID)
	r.Header.Set("Webhook-Timestamp", seconds)
	r.Header.Set("Webhook-Signature", "v1,"+signature(to.Secret, m.ID+"."+seconds+"."+query+"."+string(m.Body)))
	res, err := s.options.Client.Do(r)
	if err != nil {
		return err.Error(), false
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 500))
	if err != nil {
		return err.Error(), false
	}
	return fmt.Sprintf("%d %s", res.StatusCode, text), res.StatusCode/100 == 2
}

// signature is the HMAC of a content under a secret in clear, or one that is written as whsec_ and base64.
func signature(secret, content string) string {
	key := []byte(secret)
	if text, isCoded := strings.CutPrefix(secret, "whsec_"); isCoded {
		if decoded, err := base64.StdEncoding.DecodeString(text); err == nil {
			key = decoded
		}
	}
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(content)) // never fails
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
