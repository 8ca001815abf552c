package app

import (
	"io"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// screen is a resource of which only the facts count.
type screen struct {
	resource.Resource
	about resource.Facts
}

func (s screen) Facts() resource.Facts { return s.about }

// A browser that was never here asks for the rows of a list while the panel still loads: the page names the list.
func TestPage_AddressOfAList_NamesTheListToPreload(t *testing.T) {
	t.Parallel()
	lists := firstLists([]resource.Resource{
		screen{about: resource.Facts{
			Path: "/api/boat", Route: "/boats/list", Sort: "id:desc",
			Read: []role.Permission{"boat.read", "boat.sail"},
		}},
		screen{about: resource.Facts{Path: "/api/mast", Sort: "name:asc"}},
	})
	p, err := newPanel(fstest.MapFS{"index.html": {Data: []byte("<__FIRST_LIST__>")}}, "", "", lists)
	if err != nil {
		t.Fatal(err)
	}
	web := fiber.New()
	web.Use(p.serve)
	for path, want := range map[string]string{
		"/boats/list":    "</api/boat id:desc boat.read boat.sail>",
		"/boats/list/12": "<>", "/dashboard": "<>",
	} {
		got, err := web.Test(httptest.NewRequest("GET", path, nil))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(got.Body)
		_ = got.Body.Close()
		if err != nil || strings.TrimSpace(string(body)) != want {
			t.Errorf("%s: %q %v, want %q", path, body, err, want)
		}
	}
}

// Scripts and styles are ours alone, the page is in no frame, and other sites learn neither its address nor its window.
func TestPanel_EveryPage_SendsProtectingHeaders(t *testing.T) {
	t.Parallel()
	p, err := newPanel(fstest.MapFS{"index.html": {Data: []byte("<html></html>")}}, "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	web := fiber.New()
	web.Use(p.serve)
	nonces := map[string]bool{}
	for _, path := range []string{"/", "/projects/list", "/auth/login"} {
		got, err := web.Test(httptest.NewRequest("GET", path, nil))
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
			"Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "",
		} {
			if has := got.Header.Get(name); has != want {
				t.Errorf("%s: %s is %q, want %q", path, name, has, want)
			}
		}
		policy, nonce := got.Header.Get("Content-Security-Policy"), ""
		if found := regexp.MustCompile(`'nonce-([^']{20,})'`).FindStringSubmatch(policy); found != nil {
			nonce = found[1]
		}
		nonces[nonce] = true
		for _, want := range []string{
			"default-src 'none'", "script-src 'self' 'nonce-" + nonce + "'", "style-src 'self' 'nonce-" + nonce + "'",
			"connect-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
		} { // object-src and frame-src follow default-src
			if !slices.Contains(strings.Split(policy, "; "), want) {
				t.Errorf("%s: no %s in %s", path, want, policy)
			}
		}
	}
	if len(nonces) != 3 || nonces[""] {
		t.Errorf("the nonces of three pages are %v", nonces)
	}
}
