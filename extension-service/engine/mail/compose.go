package mail

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// compose writes the message in the recipient's language: plain text, and the same as a simple page. token is "" for a
// mail without a link.
func (s *Service) compose(ctx context.Context, r *row, token string) (*gomail.Msg, error) {
	from, err := s.From(ctx)
	if err != nil {
		return nil, err
	}
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("the sender: %w", err)
	}
	subject, body := s.text(ctx, r, "subject"), s.text(ctx, r, "body")
	if subject == "" || body == "" {
		return nil, fmt.Errorf("the texts of mail.%s are missing", r.Template)
	}
	link, err := s.link(ctx, token)
	if err != nil {
		return nil, err
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(m.FromFormat(oneLine(sender.Name), sender.Address), m.To(r.To)); err != nil {
		return nil, refused{err}
	}
	setReplyTo(m, r.ReplyTo)
	m.Subject(oneLine(FillPlaceholders(subject, r.Params, link)))
	m.SetMessageIDWithValue(messageID(r, sender.Address))
	m.SetDateWithValue(s.Now())
	if r.Wording == (Wording{}) {
		m.SetGenHeader("Auto-Submitted", "auto-generated")
	}
	m.SetGenHeader("Content-Language", oneLine(r.Locale))
	m.SetBodyString(gomail.TypeTextPlain, FillPlaceholders(body, r.Params, link))
	m.AddAlternativeString(gomail.TypeTextHTML, page(body, r, link))
	return m, nil
}

// setReplyTo has the answers to a message go to an address, which may bring a name; what is none leaves them to its
// sender.
func setReplyTo(m *gomail.Msg, address string) {
	if to, err := mail.ParseAddress(address); err == nil {
		m.ReplyToMailAddress(&mail.Address{Name: oneLine(to.Name), Address: to.Address})
	}
}

func (s *Service) text(ctx context.Context, r *row, part string) string {
	if r.Wording != (Wording{}) {
		return map[string]string{"subject": r.Wording.Subject, "body": r.Wording.Body}[part]
	}
	return s.Text(ctx, r.ClientID, r.Locale, "mail."+r.Template+"."+part)
}

// preview is the text of a mail as it goes out with these values. A link leads nowhere: its token is made when it is
// sent.
func (s *Service) preview(ctx context.Context, r *row, params map[string]string) (subject, body string, err error) {
	token := ""
	if r.Link != nil {
		token = hidden
	}
	link, err := s.link(ctx, token)
	if err != nil && !errors.Is(err, errNoPortal) {
		return "", "", err
	}
	link = strings.Replace(link, url.QueryEscape(hidden), hidden, 1)
	return oneLine(FillPlaceholders(s.text(ctx, r, "subject"), params, link)),
		FillPlaceholders(s.text(ctx, r, "body"), params, link), nil
}

// link is the address of the portal with the token; "" without one.
func (s *Service) link(ctx context.Context, token string) (string, error) {
	if token == "" {
		return "", nil
	}
	portal, err := s.Portal(ctx)
	if err != nil {
		return "", err
	}
	if portal == "" {
		return "", errNoPortal
	}
	u, err := url.Parse(portal)
	if err != nil {
		return "", err
	}
	u.RawQuery = url.Values{"token": {token}}.Encode()
	return u.String(), nil
}

var errNoPortal = errors.New("the setting portal.url is not set")

// messageID is the same at every attempt, so that a mail sent twice over a crash can be told.
func messageID(r *row, sender string) string {
	_, domain, _ := strings.Cut(sender, "@")
	return "mail." + strconv.FormatInt(r.Created.UnixMilli(), 36) + "." + strconv.FormatInt(r.ID, 10) + "@" + domain
}

var hole = regexp.MustCompile(`%\{(.*?)\}`)

// FillPlaceholders puts values in for the placeholders of a text. A value cannot bring a placeholder of its own.
func FillPlaceholders(text string, params map[string]string, link string) string {
	return hole.ReplaceAllStringFunc(text, func(found string) string {
		name := found[2 : len(found)-1]
		if name == "link" {
			return link
		}
		return field.NormaliseText(params[name])
	})
}

// oneLine makes a value safe for a header.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s))
}

// page is the text as HTML: nothing in it, neither words nor values, is taken for a tag.
func page(body string, r *row, link string) string {
	safe := map[string]string{}
	for name, value := range r.Params {
		safe[name] = html.EscapeString(value)
	}
	href := html.EscapeString(link)
	if link != "" {
		href = `<a href="` + href + `">` + href + `</a>`
	}
	text := FillPlaceholders(html.EscapeString(body), safe, href)
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = "<p>" + strings.ReplaceAll(p, "\n", "<br>\n") + "</p>"
	}
	return "<!doctype html>\n<html lang=\"" + html.EscapeString(r.Locale) + "\"><body>\n" + strings.Join(paragraphs,
		"\n") + "\n</body></html>\n"
}
