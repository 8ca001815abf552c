package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Opened is the token of a link that somebody has followed.
type Opened struct {
	Token string `json:"token" check:"required,secret,max=100"`
}

// Open uses a link once: every link of its mail is spent with it. NOT_FOUND when it is unknown, used or expired.
func (s *Service) Open(ctx context.Context, in Opened) (answer resource.Message, err error) {
	err = s.DB.Write(system(ctx), func(ctx context.Context) error {
		var kind, subject string
		var mailID, expires int64
		found, err := s.DB.Row(ctx, []any{&mailID, &expires, &kind, &subject}, `
			SELECT m.id, l.expires, m.link_kind, m.link_subject
			  FROM mail_links l
			  JOIN mails m ON m.id = l.mail_id
			 WHERE l.hash = $1`, hashOf(in.Token))
		if err != nil {
			return err
		}
		gone := fault.New(fault.NotFound, "NOT_FOUND", "the link is unknown, used or expired")
		use := s.links[kind]
		if !found || expires < s.Now().UnixMilli() || use == nil {
			return gone
		}
		// Of two who open the link at once the deletion lets one through.
		n, err := s.DB.Exec(ctx, `DELETE FROM mail_links WHERE hash = $1`, hashOf(in.Token))
		if err != nil {
			return err
		}
		if n == 0 {
			return gone
		}
		if _, err := s.DB.Exec(ctx, `DELETE FROM mail_links WHERE mail_id = $1`, mailID); err != nil {
			return err
		}
		answer.Message, err = use(ctx, subject)
		return err
	})
	return answer, err
}
