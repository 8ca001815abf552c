package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/field"
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

func TestMappingGuide_TextField_HasAnExampleOfItsOwn(t *testing.T) {
	t.Parallel()
	p := openProduct(t, settingsIn(t.TempDir(), furnished.SQLite(t)))
	for _, entity := range vms.Entity("").Enum().Values {
		var guide vms.Guide
		got := p.expect(t, "config", "GET /api/vms/mappingGuide?entity="+entity, "", 200, "sources")
		if err := json.Unmarshal(got.body, &guide); err != nil {
			t.Fatal(err)
		}
		of := map[string][]string{}
		for _, place := range slices.Concat(guide.Sources, guide.Targets) {
			if place.Kind == string(field.Text) && !strings.HasSuffix(strings.ToLower(place.Path), "title") {
				of[place.Example] = append(of[place.Example], place.Path)
			}
		}
		if alike := append(of[""], of["Java developer"]...); len(alike) > 0 {
			t.Errorf("%s: fields without an example of their own: %v", entity, alike)
		}
	}
}
