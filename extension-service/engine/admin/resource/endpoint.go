package resource

import (
	"context"
	"io"
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// Endpoint is one call of the service. The same table serves requests, the OpenAPI document and the permission matrix.
type Endpoint struct {
	Name   string // unique, "project.list"; the operationId
	Method string
	Path   string // "/api/project/{id}"
	Tag    string // groups calls in the documentation; default: the part of Name before the dot

	Public bool              // nobody needs to be signed in
	Needs  []role.Permission // one of these is enough; none means any signed-in caller
	Also   []role.Permission // one of these is needed besides

	// Everybody says that the call has effects for all clients: a caller with a scope is refused with the block
	// OutsideScope.
	Everybody bool

	Handle     Handler
	Status     int  // of success; default 200, or 204 without an answer
	Silent     bool // success is 204 without an answer; a trial of the call has one
	Idempotent bool // a POST that creates or sends: accepts Idempotency-Key
	BodyLimit  int  // bytes; default DefaultBodyLimit
	Reads      bool // a POST or SEARCH that changes nothing
	Rechecks   bool // the handler reads the rights of the caller from the database, in the transaction that writes
	Once       bool // a GET that uses something up, so that HEAD must not try it
	Upload     bool // the body is multipart/form-data and read by the handler while it comes, see Request.Upload
	Form       bool // the body is application/x-www-form-urlencoded
	AnyBody    bool // the handler gets the body as it was sent, whether it is JSON or not

	Query     []Param       // parameters beyond those of the input type
	Answer    *field.Schema // overrides the schema of the output type
	Media     string        // type of an answer that is no JSON
	Unchanged bool          // 304 is answered to who has it already
	Parts     bool          // 206 is answered to who asks for a part
	Job       *field.Schema // of the answer 202, where a call may begin a job instead of doing it
	Body      *field.Schema // overrides the schema of the input type

	Plannable *Plannable // it can be planned, to take effect at a later time; nil: it cannot

	isList bool // it is asked in the dialect of ra-data-simple-rest too, though the output type does not tell
}

// ChangesNothing says whether the call only reads.
func (e Endpoint) ChangesNothing() bool { return e.Reads || e.Method == "GET" && !e.Once }

// DefaultBodyLimit is the size of a request body unless an endpoint says otherwise, in bytes.
const DefaultBodyLimit = 1 << 20

// Param describes one query parameter to readers of the documentation.
type Param struct {
	Name   string
	Schema field.Schema
	About  string
}

// Handler is a typed function behind an untyped call.
type Handler struct {
	In, Out reflect.Type
	call    func(ctx context.Context, r *Request) (any, error)
}

// None is the input or output of a call that has none.
type None struct{}

// Handle makes a call of fn. Its input is bound from the request: fields tagged path, query or header from there, the
// others from the JSON body; unknown names are refused and every check of a field is applied.
func Handle[In, Out any](fn func(context.Context, In) (Out, error)) Handler {
	return handle(reflect.TypeFor[In](), reflect.TypeFor[Out](), func(ctx context.Context, in any) (any, error) {
		return fn(ctx, *in.(*In)) //nolint:forcetypeassert // handle makes one
	})
}

// handle is Handle for any types; fn takes the address of an input.
func handle(in, out reflect.Type, fn func(ctx context.Context, in any) (any, error)) Handler {
	shape := inputOf(in)
	call := func(ctx context.Context, r *Request) (any, error) {
		v := reflect.New(in)
		if err := shape.bind(r, v.Elem()); err != nil {
			return nil, err
		}
		return fn(ctx, v.Interface())
	}
	if out.Implements(typeOf[rows]()) {
		call = shape.inDialect(call)
	}
	if out == typeOf[None]() {
		call = namesGone(call)
	}
	return Handler{In: in, Out: out, call: call}
}

// HandleRequest makes a call of a function that reads the request itself.
func HandleRequest(fn func(context.Context, *Request) (any, error)) Handler { return raw(fn) }

// raw makes a call of fn that reads the request itself.
func raw(fn func(context.Context, *Request) (any, error)) Handler {
	return Handler{In: reflect.TypeFor[None](), Out: reflect.TypeFor[None](), call: fn}
}

// Call runs the handler.
func (h Handler) Call(ctx context.Context, r *Request) (any, error) { return h.call(ctx, r) }

// Request is what a handler may read of a request. Everything in it stays valid after the reply.
type Request struct {
	Method, Path string
	Body         []byte
	Upload       io.Reader // instead of Body where the endpoint says so; it ends with TOO_LARGE after BodyLimit bytes
	Secure       bool      // it came by https
	Param        func(name string) string
	Queries      map[string]string
	RawQuery     string
	Header       func(name string) string
	Cookie       func(name string) string
}

// Reply is what a handler may say beside its answer.
type Reply struct {
	Status  int // 0: the endpoint's
	Header  map[string]string
	Cookies []Cookie
	Type    string // media type of Raw or Stream
	Raw     []byte
	Stream  func(w io.Writer) error
	Length  int64 // of what Stream writes, when it is known before
}

// Cookie is one Set-Cookie line. Path is always /, SameSite always Lax, Secure follows the request.
type Cookie struct {
	Name, Value string
	MaxAge      int // seconds; negative clears it
	HTTPOnly    bool
}

// SetHeader sets one header of the reply.
func (r *Reply) SetHeader(name, value string) {
	if r.Header == nil {
		r.Header = map[string]string{}
	}
	r.Header[name] = value
}

// SetCookie adds one cookie to the reply.
func (r *Reply) SetCookie(c Cookie) { r.Cookies = append(r.Cookies, c) }

type exchange struct {
	request *Request
	reply   *Reply
}

type exchangeKey struct{}

// WithExchange returns ctx carrying the request and the reply of one call.
func WithExchange(ctx context.Context, r *Request, p *Reply) context.Context {
	return context.WithValue(ctx, exchangeKey{}, exchange{r, p})
}

// RequestOf returns the request of ctx; outside of a call it is empty.
func RequestOf(ctx context.Context) *Request {
	if x, ok := ctx.Value(exchangeKey{}).(exchange); ok {
		return x.request
	}
	none := func(string) string { return "" }
	return &Request{Param: none, Header: none, Cookie: none}
}

// ReplyOf returns the reply of ctx; outside of a call what is said to it is lost.
func ReplyOf(ctx context.Context) *Reply {
	if x, ok := ctx.Value(exchangeKey{}).(exchange); ok {
		return x.reply
	}
	return &Reply{}
}
