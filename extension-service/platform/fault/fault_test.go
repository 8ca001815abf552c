package fault_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/platform/fault"
)

func TestValidation_SameMessageTwice_IsReportedOnce(t *testing.T) {
	t.Parallel()
	bad := fault.Validation()
	for _, message := range []string{"validation.reference", "validation.ofClient", "validation.reference"} {
		bad.Field("clientId", message, nil)
	}
	if got := fmt.Sprint(bad.Fields); got != "map[clientId:[validation.reference validation.ofClient]]" {
		t.Errorf("fields %s", got)
	}
}
