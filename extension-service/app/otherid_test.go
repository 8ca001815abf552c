package app_test

import (
	"fmt"
	"path"
	"strconv"
	"testing"
)

// A body that names another record than its address is refused, whatever the resource; one that names the same is
// taken.
func TestPut_BodyWithAnotherID_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	pool := p.newPool(t, "Own")
	for address, who := range map[string]string{
		fmt.Sprintf("/api/pool/%d", pool): "content", p.project(t, 1): "csm",
		"/api/client/1": "config",
	} {
		id, err := strconv.Atoi(path.Base(address))
		if err != nil {
			t.Fatal(err)
		}
		for body, status := range map[string]int{
			fmt.Sprintf(`{"id":%d}`, id): 200, fmt.Sprintf(`{"id":"%d"}`, id): 200, `{}`: 200,
			fmt.Sprintf(`{"id":%d}`, id+1): 422, `{"id":0}`: 422, `{"id":"x"}`: 422,
		} {
			want := ""
			if status == 422 {
				want = `"id":["validation.otherID"]`
			}
			p.expect(t, who, "PUT "+address, body, status, want)
		}
	}
}
