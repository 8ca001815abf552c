package app

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"mime"
	"net/url"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// panel serves the built front end: index.html for every screen, hashed assets for ever.
type panel struct {
	index  []byte
	assets map[string]asset
	// origins that the page may call, each after a space: where one may sign in, and where errors go
	others string
	// the list of each route, so that the page can ask for its rows at once: "/api/project id:desc project.read"
	lists map[string]string
}

type asset struct {
	raw, brotli []byte
	mime        string
	hashed      bool
}

// newPanel reads the embedded build. A checkout that was never built has no index.html and says so on every screen.
func newPanel(dist fs.FS, issuer, sentry string, lists map[string]string) (*panel, error) {
	p := &panel{assets: map[string]asset{}, others: originOf(issuer) + originOf(sentry), lists: lists}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".br") {
			return err
		}
		raw, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		brotli, _ := fs.ReadFile(dist, name+".br") // small files have none
		p.assets["/"+name] = asset{raw, brotli, mime.TypeByExtension(path.Ext(name)), strings.HasPrefix(name, "assets/")}
		return nil
	})
	p.index = bytes.Replace(p.assets["/index.html"].raw, []byte("__SENTRY_DSN__"), []byte(html.EscapeString(sentry)), 1)
	delete(p.assets, "/index.html")
	return p, err
}

func (p *panel) serve(c fiber.Ctx) error {
	a, ok := p.assets[c.Path()]
	if !ok && strings.HasPrefix(c.Path(), "/assets/") {
		return fiber.ErrNotFound
	}
	if c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead {
		c.Set(fiber.HeaderAllow, "GET, HEAD")
		return fault.New(fault.NotAllowed, "METHOD_NOT_ALLOWED", "this address is only read")
	}
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	switch {
	case ok:
		return a.send(c)
	case p.index == nil:
		return fault.New(fault.Upstream, "UNAVAILABLE", "the panel has not been built: run make run")
	}
	return p.page(c)
}

func (a asset) send(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, a.mime)
	c.Set(fiber.HeaderVary, fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderCacheControl, "public, max-age=3600")
	if a.hashed {
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	}
	if a.brotli != nil && strings.Contains(c.Get(fiber.HeaderAcceptEncoding), "br") {
		c.Set(fiber.HeaderContentEncoding, "br")
		return c.Send(a.brotli)
	}
	return c.Send(a.raw)
}

// page sends index.html with the theme and language of the cookies, so that nothing flashes, with the list that the
// address leads to, and with a fresh nonce for its inline script.
func (p *panel) page(c fiber.Ctx) error {
	var seed [16]byte
	_, _ = rand.Read(seed[:]) // never fails
	nonce := base64.RawStdEncoding.EncodeToString(seed[:])
	page := bytes.ReplaceAll(p.index, []byte("__NONCE__"), []byte(nonce))
	page = bytes.Replace(page, []byte("__FIRST_LIST__"), []byte(p.lists[c.Path()]), 1)
	if c.Cookies("darkTheme") == "true" {
		page = bytes.Replace(page, []byte(`data-theme="light"`), []byte(`data-theme="dark"`), 1)
	}
	if c.Cookies("locale") == "de" {
		page = bytes.Replace(page, []byte(`lang="en"`), []byte(`lang="de"`), 1)
	}
	c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	c.Set(fiber.HeaderXFrameOptions, "DENY")
	c.Set("Cross-Origin-Opener-Policy", "same-origin")
	c.Set(fiber.HeaderContentSecurityPolicy, fmt.Sprintf(contentPolicy, nonce, p.others))
	return c.Send(page)
}

// firstLists names for each screen the list that it shows first: its path, its order, and the permissions of which one
// is needed.
func firstLists(all []resource.Resource) map[string]string {
	lists := map[string]string{}
	for _, r := range all {
		if about := r.Facts(); about.Route != "" {
			lists[about.Route] = fmt.Sprintf("%s %s %s", about.Path, about.Sort, strings.Trim(fmt.Sprint(about.Read), "[]"))
		}
	}
	return lists
}

// originOf is the part of an address that a content policy names, after a space.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return " " + u.Scheme + "://" + u.Host
}

// contentPolicy allows what we ship and nothing else, but for calls to the issuer that one may sign in at and to
// Sentry.
const contentPolicy = "default-src 'none'; script-src 'self' 'nonce-%[1]s'; style-src 'self' 'nonce-%[1]s'; " +
	"img-src 'self' blob: data:; font-src 'self'; connect-src 'self'%[2]s; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
