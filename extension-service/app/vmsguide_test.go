package app_test

import (
	"encoding/json"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/domains/vms/transform"
)

func TestMappingGuide_EachTemplate_IsSavedWithoutAWarningAndReadsItsSample(t *testing.T) {
	t.Parallel()
	p := openProduct(t, settingsIn(t.TempDir(), furnished.SQLite(t)))
	marshal := func(value any) string {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	p.sendsTo(t, "https://vms.example", `"SUBMIT_CANDIDATE"`)
	for _, entity := range vms.Entity("").Enum().Values {
		got := p.expect(t, "config", "GET /api/vms/mappingGuide?entity="+entity, "", 200, `"starter"`)
		var guide vms.Guide
		if err := json.Unmarshal(got.body, &guide); err != nil {
			t.Fatal(err)
		}
		for _, one := range guide.Templates {
			setsWhatIsRequired(t, guide, one)
			direction := vms.In
			if one.Sample == nil {
				direction = vms.Out
			}
			mapping := map[string]any{
				"connectionId": 1, "direction": direction, "entity": entity, "rules": one.Rules, "lookups": one.Lookups,
			}
			p.expect(t, "config", "POST /api/vms/mapping", marshal(mapping), 201, `"warnings":[]`)
			if one.Sample == nil {
				continue
			}
			delete(mapping, "connectionId")
			trial := map[string]any{"connectionId": 1, "mapping": mapping, "payload": one.Sample, "compareWith": "NONE"}
			p.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound", marshal(trial), 200,
				`"ok":true`)
		}
	}
}

// setsWhatIsRequired finds required targets that a template has no rule for.
func setsWhatIsRequired(t *testing.T, guide vms.Guide, template vms.Template) {
	t.Helper()
	for _, place := range guide.Targets {
		isSet := slices.ContainsFunc(template.Rules, func(r transform.Rule) bool { return r.Target == place.Path })
		if place.Required && !isSet {
			t.Errorf("template %s of %s has no rule for %s, which is required", template.Name, template.Entity, place.Path)
		}
	}
}
