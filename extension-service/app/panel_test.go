package app

import (
	"io"
	"net/http/httptest"
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
func TestThePageNamesTheListOfItsAddress(t *testing.T) {
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
