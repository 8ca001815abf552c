// Package questions holds what clients ask of those who apply for their projects, and judges the answers.
package questions

import (
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Question is one version of what a client, or one of its legal entities, asks with every application. Its versions
// share the key; once it has been answered, what an answer can be stays as it is.
type Question struct {
	resource.Record
	Scope           Scope  `json:"scope"           check:"required,createonly"`
	ClientID        int64  `json:"clientId"        kind:"ref:client" check:"required,createonly"`
	ClientName      string `json:"clientName"      from:"clientId.name"`
	LegalEntityID   int64  `json:"legalEntityId"   kind:"ref:legalEntity" check:"createonly"`
	LegalEntityName string `json:"legalEntityName" from:"legalEntityId.name"`
	Key             string `json:"key"             check:"required,createonly,min=2,max=60" pattern:"[a-z0-9-]{2,60}" store:"fold"`
	QuestionVersion int64  `json:"questionVersion" check:"readonly"`
	// the text of labelKey, in the reader's language
	Label string `json:"label"           check:"readonly" store:"-"`
	Definition
	SortOrder int64 `json:"sortOrder" check:"minvalue=-1000000,maxvalue=1000000"`
	Active    bool  `json:"active"`
	Used      bool  `json:"used"      check:"readonly"` // somebody has answered it

	AnswerCount  int64 `json:"answerCount"  check:"readonly" store:"-"`
	AsNewVersion bool  `json:"asNewVersion" check:"writeonly" store:"-"`
}

// Definition is what is asked and what may be answered.
type Definition struct {
	LabelKey       string        `json:"labelKey"       kind:"messageKey" check:"required,max=150"`
	HelpKey        string        `json:"helpKey"        kind:"messageKey" check:"max=150"`
	ValueType      ValueType     `json:"valueType"      check:"required"`
	InputKind      InputKind     `json:"inputKind"      check:"required"`
	Options        []Option      `json:"options"        check:"max=200"`
	Validation     Validation    `json:"validation"`
	Flags          Flags         `json:"flags"`
	CorrectAnswers any           `json:"correctAnswers" kind:"json"` // a list of values, or {min, max}
	PrefillSource  PrefillSource `json:"prefillSource"`
}

// Scope says who asks.
type Scope string

// The scopes: on every project of the client, or on those of one legal entity.
const (
	OfClient      Scope = "client"
	OfLegalEntity Scope = "legalentity"
)

// Enum lists the scopes.
func (Scope) Enum() enum.List {
	return enum.List{
		Name: "questionScope", Text: "enum.questionScope",
		Values: []string{string(OfClient), string(OfLegalEntity)},
	}
}

// ValueType is what an answer is.
type ValueType string

// The value types.
const (
	Str ValueType = "str" // a short text
	Txt ValueType = "txt" // a long one
	Jsn ValueType = "jsn" // typed JSON
	Bln ValueType = "bln" // yes or no
	Int ValueType = "int" // a whole number of 32 bits
)

// Enum lists the value types.
func (ValueType) Enum() enum.List {
	return enum.List{Name: "questionValueType", Text: "enum.questionValueType", Values: []string{
		string(Str), string(Txt), string(Jsn), string(Bln), string(Int),
	}}
}

// InputKind is how an answer is given.
type InputKind string

// The input kinds.
const (
	Radio     InputKind = "radio"
	Dropdown  InputKind = "dropdown"
	Text      InputKind = "text"      // one line
	TextField InputKind = "textField" // several lines
	Date      InputKind = "date"
	Currency  InputKind = "currency"
	Number    InputKind = "number"
)

// Enum lists the input kinds.
func (InputKind) Enum() enum.List {
	return enum.List{Name: "questionInputKind", Text: "enum.questionInputKind", Values: []string{
		string(Radio), string(Dropdown), string(Text), string(TextField), string(Date), string(Currency), string(Number),
	}}
}

// Option is one value to choose. One that is not active is kept for the answers that name it.
type Option struct {
	Value     any    `json:"value"     kind:"json" check:"required"`
	LabelKey  string `json:"labelKey"  kind:"messageKey" check:"required,max=150"`
	Active    bool   `json:"active"`
	SortOrder int64  `json:"sortOrder" check:"minvalue=0,maxvalue=1000000"`
}

// Start makes an option active unless its body says that it is not.
func (o *Option) Start() { o.Active = true }

// Validation are the settings that limit answers. Each belongs to some of the pairs of value type and input kind.
type Validation struct {
	MinLength   *int64           `json:"minLength"   check:"minvalue=0,maxvalue=10000"`
	MaxLength   *int64           `json:"maxLength"   check:"minvalue=1,maxvalue=10000"`
	Pattern     string           `json:"pattern"     check:"max=200"`
	Format      Format           `json:"format"`
	MinDate     string           `json:"minDate"     check:"max=20" pattern:"[0-9]{4}-[0-9]{2}-[0-9]{2}|today([+-][0-9]{1,5}d)?"`
	MaxDate     string           `json:"maxDate"     check:"max=20" pattern:"[0-9]{4}-[0-9]{2}-[0-9]{2}|today([+-][0-9]{1,5}d)?"`
	MaxDays     *int64           `json:"maxDays"     check:"minvalue=1,maxvalue=36500"`
	MinSelected *int64           `json:"minSelected" check:"minvalue=0,maxvalue=200"`
	MaxSelected *int64           `json:"maxSelected" check:"minvalue=1,maxvalue=200"`
	Currencies  []money.Currency `json:"currencies"  kind:"currency" check:"max=10"`
	Units       []money.RateUnit `json:"units"       check:"max=6"`
	Limits      []Limit          `json:"limits"      check:"max=6"`
	Min         *int64           `json:"min"`
	Max         *int64           `json:"max"`
	Step        *int64           `json:"step"        check:"minvalue=1"`
	FileTypes   []FileType       `json:"fileTypes"   check:"max=7"`
}

// Limit bounds amounts of one unit.
type Limit struct {
	Unit money.RateUnit   `json:"unit" check:"required"`
	Min  *decimal.Decimal `json:"min"  check:"minvalue=0"`
	Max  *decimal.Decimal `json:"max"  check:"minvalue=0"`
}

// Format is a form that a short text must have.
type Format string

// The formats; a text without one may be anything.
const (
	AsEmail Format = "email"
	AsURL   Format = "url"
	AsPhone Format = "phone"
)

// UnmarshalJSON also reads none, the word for a text without a format.
func (f *Format) UnmarshalJSON(b []byte) error {
	var name string
	if err := json.Unmarshal(b, &name); err != nil {
		return err
	}
	if *f = Format(name); name == "none" {
		*f = ""
	}
	return nil
}

// Enum lists the formats.
func (Format) Enum() enum.List {
	return enum.List{
		Name: "questionFormat", Text: "enum.questionFormat",
		Values: []string{string(AsEmail), string(AsURL), string(AsPhone)},
	}
}

// FileType is the ending of a kind of file.
type FileType string

// Enum lists the types that an answer can be accompanied by.
func (FileType) Enum() enum.List {
	return enum.List{
		Name: "questionFileType", Text: "enum.questionFileType",
		Values: []string{"pdf", "docx", "xlsx", "png", "jpg", "webp", "txt"},
	}
}

// Flags say who sees a question and what follows from its answer. An absent one is false.
type Flags struct {
	TalentVisibility  bool `json:"talentVisibility"`
	MSPVisibility     bool `json:"mspVisibility"`
	MSPEdit           bool `json:"mspEdit"`
	JobSeekerUpload   bool `json:"jobSeekerUpload"`
	PDF               bool `json:"pdf"`
	FailOnWrongAnswer bool `json:"failOnWrongAnswer"`
	NeedAnswer        bool `json:"needAnswer"`
	Prefilled         bool `json:"prefilled"`
}

// PrefillSource is the field of a profile that the first value of an answer comes from.
type PrefillSource string

// The sources.
const (
	HourRate         PrefillSource = "freelancer.hourRate"
	DayRate          PrefillSource = "freelancer.dayRate"
	Description      PrefillSource = "freelancer.description"
	LinkedinHandle   PrefillSource = "freelancer.linkedinHandle"
	MobileNumber     PrefillSource = "freelancer.mobileNumber"
	City             PrefillSource = "freelancer.homeAddress.city"
	CountryOf        PrefillSource = "freelancer.homeAddress.country"
	AvailabilityFrom PrefillSource = "freelancer.availabilityFrom"
)

// Enum lists the sources.
func (PrefillSource) Enum() enum.List {
	return enum.List{Name: "questionPrefillSource", Text: "enum.questionPrefillSource", Values: []string{
		string(HourRate), string(DayRate), string(Description), string(LinkedinHandle), string(MobileNumber), string(City),
		string(CountryOf),
		string(AvailabilityFrom),
	}}
}

// NewQuestion is what the record of a question starts with.
func NewQuestion() Question { return Question{Scope: OfClient, QuestionVersion: 1, Active: true} }
