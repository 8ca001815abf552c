package questions

import "poolkeeper.example/extension-service/engine/admin/money"

// Pair is a value type with an input kind.
type Pair struct {
	Type ValueType
	Kind InputKind
}

// pair is what belongs to one valid combination.
type pair struct {
	judge func(a *answering) // of an answer that is there
	// least and most limit how many options there are to choose from; none where most is 0.
	least, most int
	settings    []string // of Validation
	staffOnly   bool     // it is filled in by staff alone
	closed      bool     // its answers can be told right or wrong
}

// fileTypes belongs to every pair: files come beside an answer of any kind.
const fileTypes = "fileTypes"

const (
	mostRadio   = 7
	mostScale   = 10
	mostChoices = 50
	mostMany    = 200
)

// pairs are the valid combinations; what is not among them is none.
var pairs = map[Pair]pair{
	{Str, Radio}:     {judge: checkOption, least: 2, most: mostRadio, closed: true},
	{Str, Dropdown}:  {judge: checkOption, least: 2, most: mostChoices, closed: true},
	{Str, Text}:      {judge: checkLine, settings: []string{"minLength", "maxLength", "pattern", "format"}},
	{Str, Date}:      {judge: checkDate, settings: []string{"minDate", "maxDate"}},
	{Txt, TextField}: {judge: checkText, settings: []string{"minLength", "maxLength"}},
	{Jsn, Dropdown}: {
		judge: checkMany, least: 2, most: mostMany, settings: []string{"minSelected", "maxSelected"},
		closed: true,
	},
	{Jsn, TextField}: {judge: checkJSON, staffOnly: true},
	{Jsn, Date}:      {judge: checkPeriod, settings: []string{"minDate", "maxDate", "maxDays"}},
	{Jsn, Currency}:  {judge: checkAmount, settings: []string{"currencies", "units", "limits"}},
	{Bln, Radio}:     {judge: checkYesNo, closed: true},
	{Bln, Dropdown}:  {judge: checkYesNo, closed: true},
	{Int, Radio}:     {judge: checkOption, least: 2, most: mostScale, closed: true},
	{Int, Dropdown}:  {judge: checkOption, least: 2, most: mostMany, closed: true},
	{Int, Currency}:  {judge: checkInteger, settings: []string{"min", "max"}},
	{Int, Number}:    {judge: checkInteger, settings: []string{"min", "max", "step"}, closed: true},
}

// Pair is the combination of the definition.
func (d Definition) Pair() Pair { return Pair{d.ValueType, d.InputKind} }

// Valid says whether questions can be of the combination.
func (p Pair) Valid() bool {
	_, ok := pairs[p]
	return ok
}

// What limits answers where a question says nothing.
const (
	mostLine     = 255
	usualText    = 2000
	mostText     = 10_000
	mostJSON     = 8 << 10
	maxInteger   = 1_000_000
	mostFiles    = 3
	mostFileSize = 10 << 20
	lowestInt    = -1 << 31
	highestInt   = 1<<31 - 1
)

var usualUnits = []money.RateUnit{money.PerHour, money.PerDay}

var usualFiles = []FileType{"pdf", "docx", "png", "jpg"}
