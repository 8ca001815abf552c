package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"golang.org/x/text/language"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpconn"
	"poolkeeper.example/extension-service/platform/role"
)

// edge is the only place that knows the web framework: it turns requests into calls and answers into replies.
type edge struct {
	sessions Sessions
	proxies  httpconn.Proxies
	messages func() string // version of the message set
	log      *slog.Logger
	now      func() time.Time
	time     time.Duration // of a call
	metrics  *monitor.Metrics
	traces   *monitor.Traces
	denied   func(ctx context.Context, d denial)
}

// bodyCap is the most the server reads of any request; endpoints have limits of their own below it, so that a body that
// is too long gets an answer instead of a closed connection.
const bodyCap = 32 << 20

// bodyTime is how long the body of a request may take to come.
func bodyTime(ep resource.Endpoint) time.Duration {
	if ep.Upload {
		return 10 * time.Minute
	}
	return time.Minute
}

func (e *edge) config() fiber.Config {
	return fiber.Config{
		ErrorHandler:      e.fail,
		BodyLimit:         bodyCap,
		ReadBufferSize:    16 << 10, // the permissions of an all-roles token are long
		ServerHeader:      "",
		StrictRouting:     false,
		CaseSensitive:     true,
		RequestMethods:    methods(),
		StreamRequestBody: true, // bodyOf reads what an endpoint takes, drain the rest

		DisablePreParseMultipartForm: true,

		DisableHeadAutoRegister: true, // methodsOf decides which calls answer HEAD
	}
}

// mount serves the endpoints, literal paths before those with parameters.
func (e *edge) mount(router fiber.Router, endpoints []resource.Endpoint) {
	sorted := slices.Clone(endpoints)
	slices.SortStableFunc(sorted, func(a, b resource.Endpoint) int {
		return strings.Compare(routeOrder(a.Path), routeOrder(b.Path))
	})
	for _, ep := range sorted {
		path := strings.NewReplacer("{", ":", "}", "").Replace(ep.Path)
		router.Add(methodsOf(ep), path, func(c fiber.Ctx) error { return e.serve(c, ep) })
	}
}

// routeOrder sorts a parameter behind every literal.
func routeOrder(path string) string { return strings.ReplaceAll(path, "{", "\U0010FFFF") }

const (
	// noDevices says which devices and sensors of a browser no page of the product asks for.
	noDevices = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()"
	onlyTLS   = "max-age=31536000" // a year; said to those who came by TLS, of this host alone
)

// safely turns a panic of a handler into a failure like any other, so that one broken request cannot end the process,
// and refuses what the connection has refused.
func (e *edge) safely(c fiber.Ctx) (err error) {
	conn := httpconn.Guarded(c.RequestCtx().Conn())
	if r := conn.Refusal(); r != nil {
		return refused(r)
	}
	if conn.IsLast() {
		c.Response().Header.SetConnectionClose()
	}
	c.Set("Permissions-Policy", noDevices)
	if e.isSecure(c) {
		c.Set(fiber.HeaderStrictTransportSecurity, onlyTLS)
	}
	defer drain(c)
	defer recovered(&err)
	return c.Next()
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fault.Panicked("a request", r)
	}
}

func (e *edge) serve(c fiber.Ctx, ep resource.Endpoint) (err error) {
	k := e.newCall(c, ep)
	defer func() {
		if !k.streams {
			k.finish()
		}
	}()
	if err = e.handle(c, ep, k); err != nil {
		f := failureOf(k.ctx, err)
		k.status, k.err = statuses[f.Kind], f
		return f
	}
	if !k.streams { // that of a stream stands before it begins: it may have ended by now
		k.status = c.Response().StatusCode()
	}
	e.metrics.Request(ep.Name, c.Response().StatusCode(), e.now().Sub(c.RequestCtx().Time()))
	return nil
}

func (e *edge) handle(c fiber.Ctx, ep resource.Endpoint, k *call) (err error) {
	defer recovered(&err)
	who, err := e.caller(k.ctx, c, ep)
	if who != nil {
		k.staff = who.ID
	}
	defer func() { e.reportDenied(c, ep, who, err) }()
	if err != nil {
		return err
	}
	return e.refusal(k.ctx, who, ep, e.answer(c, ep, k, who))
}

// answer reads the request of a caller who may make the call, and answers it.
func (e *edge) answer(c fiber.Ctx, ep resource.Endpoint, k *call, who *role.Caller) error {
	request, err := e.request(c)
	if err != nil {
		return err
	}
	if err := readable(c, request); err != nil {
		return err
	}
	reply := &resource.Reply{}
	if err := e.read(c, ep, request); err != nil {
		return err
	}
	k.hasBody(ep)
	ctx := resource.WithExchange(role.With(k.ctx, who), request, reply)
	out, err := ep.Handle.Call(ctx, request)
	if err != nil {
		c.Locals(replyKey{}, reply)
		return err
	}
	return e.writeReply(c, reply, ep, out)
}

// readable refuses what no call can make sense of.
func readable(c fiber.Ctx, r *resource.Request) error {
	uri := c.Request().URI()
	if !utf8.Valid(uri.Path()) {
		return fault.New(fault.BadRequest, "BAD_REQUEST", "the path is no UTF-8")
	}
	_, err := resource.RepeatKey(r)
	return err
}

type replyKey struct{}

// caller finds out who asks and whether the endpoint is theirs. A public endpoint takes a bad token as none. Who is
// refused is named all the same.
func (e *edge) caller(ctx context.Context, c fiber.Ctx, ep resource.Endpoint) (*role.Caller, error) {
	who := &role.Caller{}
	token := bearerOf(c.Get(fiber.HeaderAuthorization))
	var refused error
	if token != "" {
		var found *role.Caller
		found, refused = e.sessions.Authenticate(ctx, strings.Clone(token))
		if found != nil && (refused == nil || !ep.Public) {
			known := *found
			who = &known
		}
	}
	who.RequestID, who.IP, who.UserAgent, who.Source = e.requestID(c), e.clientIP(c), userAgent(c), "API"
	who.Locale = cmp.Or(firstLanguage(c.Get(fiber.HeaderAcceptLanguage)), who.Locale)
	if c.Get("X-Requested-With") == "admin-panel" {
		who.Source = "UI"
	}
	if ep.Public {
		return who, nil
	}
	if refused != nil {
		return who, refused
	}
	if who.ID == 0 {
		return nil, fault.New(fault.Unauthenticated, "UNAUTHENTICATED", "sign in first")
	}
	if err := e.sessions.Gate(who, ep); err != nil {
		return who, err
	}
	if err := e.recheck(ctx, who, ep); err != nil {
		return who, err
	}
	if err := viewAs(who, ep, c.Get(viewAsHeader)); err != nil {
		return who, err
	}
	if err := checkPermissions(who, ep); err != nil {
		return who, err
	}
	if ep.Everybody && resource.Confines(who) {
		return who, resource.BeyondScope()
	}
	return who, nil
}

// firstLanguage is the one that a reader likes best, as the header of a request names it; "" where it names none. The
// account's own is for mails: the panel may be shown in another.
func firstLanguage(header string) string {
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 || tags[0] == language.Und {
		return ""
	}
	return tags[0].String()
}

// clientIP is the address of whoever asks.
func (e *edge) clientIP(c fiber.Ctx) string {
	return e.proxies.ClientIP(c.RequestCtx().RemoteIP().String(), c.Get(fiber.HeaderXForwardedFor))
}

// isSecure says whether the browser's connection is https.
func (e *edge) isSecure(c fiber.Ctx) bool {
	return c.RequestCtx().IsTLS() || e.proxies.IsSecure(c.RequestCtx().RemoteIP().String(),
		c.Get(fiber.HeaderXForwardedProto))
}

const longestAgent = 400 // bytes of a user agent that are kept

// userAgent is what a caller calls itself, as far as it is a text that a database takes.
func userAgent(c fiber.Ctx) string {
	name := c.Get(fiber.HeaderUserAgent)
	return strings.ToValidUTF8(strings.Clone(name[:min(len(name), longestAgent)]), "")
}

// proxyID is what a proxy may call a request: nginx has 32 hexadecimal digits, others dates and addresses.
var proxyID = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._:-]{7,63}$`)

// requestID takes over a caller's UUID, or what a trusted proxy calls the request, so that a click can be followed
// through every log, or makes one.
func (e *edge) requestID(c fiber.Ctx) string {
	if id, ok := c.Locals(requestIDKey{}).(string); ok {
		return id
	}
	id := strings.Clone(c.Get("X-Request-Id"))
	peer, _ := netip.AddrFromSlice(c.RequestCtx().RemoteIP())
	if uuid.Validate(id) != nil && !(e.proxies.Contains(peer) && proxyID.MatchString(id)) {
		id = uuid.Must(uuid.NewV7()).String() // in the order of time, so that those of now stand together in an index
	}
	c.Locals(requestIDKey{}, id)
	c.Set("X-Request-Id", id)
	return id
}

type requestIDKey struct{}

// request copies what handlers may read: the framework's strings die with the request.
func (e *edge) request(c fiber.Ctx) (*resource.Request, error) {
	queries, err := queriesOf(c)
	return &resource.Request{
		Method: c.Method(), Path: strings.Clone(c.Path()), Queries: queries,
		RawQuery: string(c.Request().URI().QueryString()),
		Secure:   e.isSecure(c),
		Param:    func(name string) string { return strings.Clone(c.Params(name)) },
		Header:   func(name string) string { return strings.Clone(c.Get(name)) },
		Cookie:   func(name string) string { return strings.Clone(c.Cookies(name)) },
	}, err
}

// queriesOf are the query parameters. One that is given twice is refused, since nobody can say which was meant, unless
// its name says that it is a list.
func queriesOf(c fiber.Ctx) (map[string]string, error) {
	queries := map[string]string{}
	for name, value := range c.Request().URI().QueryArgs().All() {
		if !utf8.Valid(name) || !utf8.Valid(value) {
			return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "the query is no UTF-8")
		}
		if _, had := queries[string(name)]; had && !bytes.HasSuffix(name, []byte("[]")) {
			return nil, resource.RepeatedParameter(string(name))
		}
		queries[string(name)] = string(value)
	}
	return queries, nil
}

func (e *edge) writeReply(c fiber.Ctx, reply *resource.Reply, ep resource.Endpoint, out any) error {
	e.headers(c, reply)
	status := reply.Status
	if status == 0 {
		status = ep.Status
	}
	switch {
	case reply.Stream != nil:
		c.Set(fiber.HeaderContentType, reply.Type)
		callOf(c).status = cmp.Or(status, 200)
		body := e.stream(reply.Stream, e.requestID(c), callOf(c))
		if reply.Length > 0 {
			return c.Status(cmp.Or(status, 200)).SendStream(body, int(reply.Length))
		}
		return c.Status(cmp.Or(status, 200)).SendStream(body)
	case reply.Raw != nil || status == fiber.StatusNotModified:
		c.Set(fiber.HeaderContentType, reply.Type)
		return c.Status(cmp.Or(status, 200)).Send(reply.Raw)
	}
	if _, none := out.(resource.None); none || out == nil {
		return c.SendStatus(cmp.Or(status, fiber.StatusNoContent))
	}
	text, err := encode(out)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/json; charset=utf-8")
	return c.Status(cmp.Or(status, 200)).Send(text)
}

// encode takes JSON that is ready as it is: the standard encoder would copy and check it once more.
func encode(out any) ([]byte, error) {
	if ready, ok := out.(json.Marshaler); ok {
		return ready.MarshalJSON()
	}
	return json.Marshal(out)
}

func (e *edge) headers(c fiber.Ctx, reply *resource.Reply) {
	e.requestID(c)
	c.Set("X-Messages", e.messages())
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	for name, value := range reply.Header {
		c.Set(name, value)
	}
	for _, k := range reply.Cookies {
		c.Cookie(&fiber.Cookie{
			Name: k.Name, Value: k.Value, Path: "/", MaxAge: k.MaxAge, HTTPOnly: k.HTTPOnly,
			Secure: e.isSecure(c), SameSite: fiber.CookieSameSiteLaxMode,
		})
	}
}

// fail is the one place where failures get a status and the error body.
func (e *edge) fail(c fiber.Ctx, err error) error {
	f, name := failureOf(c.Context(), err), "unserved"
	id, log := e.requestID(c), e.log
	k := callOf(c)
	if k != nil {
		name, log = k.endpoint, log.With("staff", k.staff)
	}
	if trace := k.traceID(); trace != "" {
		log = log.With("traceId", trace)
	}
	if (f.Kind == fault.Internal || f.Kind == fault.Upstream || f.Kind == fault.StorageFull) &&
		!errors.Is(f, httpconn.ErrLeft) {
		log.Error("request failed", "requestId", id, "method", c.Method(), "path", c.Path(), "err", err)
	}
	log.Debug("refused", "requestId", id, "call", name, "status", statuses[f.Kind], "err", err)
	if reply, ok := c.Locals(replyKey{}).(*resource.Reply); ok {
		e.headers(c, reply)
	} else {
		e.headers(c, &resource.Reply{})
	}
	if f.RetryAfter > 0 {
		c.Set(fiber.HeaderRetryAfter, strconv.Itoa(f.RetryAfter))
	}
	status := statuses[f.Kind]
	e.metrics.Failed(err)
	e.metrics.Request(name, status, e.now().Sub(c.RequestCtx().Time()))
	answer := errorBody(f, status, id)
	if strings.HasPrefix(c.Path(), "/items/") {
		answer.Errors = content.SDKErrors(f)
	}
	return c.Status(status).JSON(answer)
}
