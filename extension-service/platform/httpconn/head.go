package httpconn

import (
	"bytes"
	"math"
	"net/url"
	"strconv"
	"strings"
)

// Refusal says why a request is not looked at: 400 for one that breaks the rules of RFC 9112, 501 for one that asks for
// what this server does not know.
type Refusal struct {
	Status int
	Text   string
}

// head is what the first lines of a request say about what follows them.
type head struct {
	method  string
	length  int64 // of the body; 0 without one
	chunked bool
	close   bool // the client sends no other request

	hosts, lengths, codings int
	minor                   byte // of the version 1.x
}

const chunkedBody = "chunked"

func badRequest(text string) *Refusal { return &Refusal{400, text} }
func unknown(text string) *Refusal    { return &Refusal{501, text} }

// parse reads the lines of a whole head, each of which ends with CR LF. Whatever two readers could understand
// differently is refused: what stands behind such a request could be another one to somebody else.
func (l *Listener) parse(text []byte) (h head, r *Refusal) {
	line, rest, _ := bytes.Cut(text, []byte("\r\n"))
	if r = h.request(string(line), l.Methods); r != nil {
		return h, r
	}
	for {
		if line, rest, _ = bytes.Cut(rest, []byte("\r\n")); len(line) == 0 {
			break
		}
		name, value, r := field(line)
		if r == nil {
			r = h.readFraming(name, value)
		}
		if r != nil {
			return h, r
		}
	}
	switch {
	case h.hosts == 0 && h.minor == '1':
		return h, badRequest("a request names its Host")
	case h.codings > 0 && h.lengths > 0:
		return h, badRequest("a body has a Content-Length or a Transfer-Encoding, not both")
	case h.codings > 0 && h.minor == '0':
		return h, badRequest("HTTP/1.0 has no Transfer-Encoding")
	}
	return h, nil
}

// request reads the first line.
func (h *head) request(line string, methods map[string]bool) *Refusal {
	parts := strings.Split(line, " ")
	if len(parts) != 3 || !isToken(parts[0]) || !isTarget(parts[0], parts[1]) {
		return badRequest("a request begins with method, target and version, one blank between them")
	}
	h.method = parts[0]
	version, is := strings.CutPrefix(parts[2], "HTTP/")
	if !is || len(version) != 3 || !isDigit(version[0]) || version[1] != '.' || !isDigit(version[2]) {
		return badRequest("the version is HTTP/1.1")
	}
	if version != "1.1" && version != "1.0" {
		return unknown("this server speaks HTTP/1.1")
	}
	if !methods[h.method] {
		return unknown("the method is not known")
	}
	h.minor = version[2]
	return nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isTarget knows a path, a whole address, and the asterisk of OPTIONS. Others are for proxies. An escape in the path
// has two hexadecimal digits: what another one means differs from reader to reader.
func isTarget(method, target string) bool {
	for i := range len(target) {
		if target[i] <= ' ' || target[i] >= 0x7f || target[i] == '#' {
			return false
		}
	}
	parsed, err := url.ParseRequestURI(target)
	switch {
	case err != nil:
		return false
	case parsed.Scheme == "http" || parsed.Scheme == "https":
		return parsed.Host != ""
	}
	return strings.HasPrefix(target, "/") || target == "*" && method == "OPTIONS"
}

// field divides a line into name and value. A line that begins with a blank would continue the one before it, and a
// name that ends with one is read differently by different servers.
func field(line []byte) (name, value string, r *Refusal) {
	before, after, found := bytes.Cut(line, []byte(":"))
	if name = string(before); !found || !isToken(name) {
		return "", "", badRequest(
			"a header field is a name, a colon and a value, in one line and without a blank before the colon")
	}
	for _, b := range after {
		if b < ' ' && b != '\t' || b == 0x7f {
			return "", "", badRequest("a header field has no control characters")
		}
	}
	return name, string(bytes.Trim(after, " \t")), nil
}

// readFraming notes the fields that say where the request ends.
func (h *head) readFraming(name, value string) *Refusal {
	switch strings.ToLower(name) {
	case "host":
		if h.hosts++; h.hosts > 1 || !isHost(value) {
			return badRequest("a request names one Host")
		}
	case "content-length":
		n, err := strconv.ParseUint(value, 10, 63)
		if h.lengths++; h.lengths > 1 || err != nil || value[0] == '+' || n > math.MaxInt64 {
			return badRequest("Content-Length is one number")
		}
		h.length = int64(n)
	case "transfer-encoding":
		if h.codings++; h.codings > 1 {
			return badRequest("there is one Transfer-Encoding")
		}
		if !strings.EqualFold(value, chunkedBody) {
			return unknown("the only Transfer-Encoding is chunked")
		}
		h.chunked = true
	case "connection":
		for part := range strings.SplitSeq(value, ",") {
			h.close = h.close || strings.EqualFold(strings.Trim(part, " \t"), "close")
		}
	}
	return nil
}

// isHost knows a name or an address, and a port.
func isHost(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) && !strings.ContainsRune("-._~%!$&'()*+;=:[]", rune(s[i])) {
			return false
		}
	}
	return s != ""
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func isToken(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(s[i])) {
			return false
		}
	}
	return s != ""
}
