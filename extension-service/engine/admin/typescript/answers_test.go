package typescript

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

type (
	colour           string
	base             struct{ Name string }
	inner            struct{ At time.Time }
	boxed[S ~string] struct {
		Value S `json:"value"`
	}
	sent struct {
		base
		Colour  colour                     `json:"colour"`
		Many    []*inner                   `json:"many"`
		Perhaps *int                       `json:"perhaps"`
		Left    *decimal.Decimal           `json:"left,omitempty"`
		Words   map[string][]colour        `json:"words"`
		Rest    any                        `json:"rest"`
		Raw     map[string]json.RawMessage `json:"raw,omitempty"`
		Hidden  string                     `json:"-"`
	}
	recorded struct {
		Day date.Date `json:"day"`
	}
	other struct{ C chan int }
)

func (colour) Options() []string { return []string{"red", "blue"} }

func (r recorded) MarshalJSON() ([]byte, error) { return resource.Show(&r).MarshalJSON() }

func TestAnswers_DeclaredTypes_AreWrittenAsTypeScript(t *testing.T) {
	t.Parallel()
	got, err := Answers([]resource.AnsweredType{
		resource.AnswerType[sent]("Sent"), resource.AnswerType[base]("Base"), resource.AnswerType[colour]("Colour"),
		resource.AnswerType[recorded]("Recorded"),
		resource.AnswerType[boxed[colour]]("Boxed"), resource.AnswerType[boxed[date.Date]]("Boxed"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"export interface Sent extends Base {\n  colour: Colour;\n  many: Inner[];\n  perhaps: number | null;\n  left?: number;\n" +
			"  words: Record<string, Colour[]> | null;\n  rest: unknown;\n  raw?: Record<string, unknown>;\n}\n",
		"export interface Base {\n  Name: string;\n}\n",
		"export interface Inner {\n  At: string;\n}\n",
		"export type Colour = 'red' | 'blue';\n",
		"export interface Recorded {\n  day: string | null;\n}\n",
		"export interface Boxed {\n  value: string;\n}\n",
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("lacks\n%s\nin\n%s", want, got)
		}
	}
}

func TestAnswers_TypeWithoutTypeScript_IsRefused(t *testing.T) {
	t.Parallel()
	for name, types := range map[string][]resource.AnsweredType{
		"one name for two types": {resource.AnswerType[sent]("Same"), resource.AnswerType[base]("Same")},
		"a type JSON has not":    {{Name: "Other", Type: reflect.TypeFor[other]()}},
	} {
		if _, err := Answers(types); err == nil {
			t.Errorf("%s: nothing was said", name)
		}
	}
}
