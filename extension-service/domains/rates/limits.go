package rates

import (
	"encoding/json"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/decimal"
)

// isOutOfRange says whether a bill rate lies beyond the project's limits.
func (f Facts) isOutOfRange(bill decimal.Decimal) bool {
	return f.RateMin != nil && bill < *f.RateMin || f.RateMax != nil && bill > *f.RateMax
}

// rangeWarning is the warning of a bill rate that does.
func (f Facts) rangeWarning() Warning {
	return Warning{Code: OutOfRange, Key: billRate, Min: f.RateMin, Max: f.RateMax}
}

// feeLeftOut is the warning of a VMS fee in another currency than the rates.
func feeLeftOut() Warning { return Warning{Code: Unit, Key: billRate, Name: vmsFee} }

// Limited is a breakdown after the limits of its project have changed: it warns of a bill rate that lies beyond them
// now and of no other, and says nothing else new. The breakdown that is handed in stays as it is.
func Limited(breakdown map[string]any, bill, low, high *decimal.Decimal) (map[string]any, error) {
	text, err := json.Marshal(breakdown["warnings"])
	if err != nil {
		return nil, err
	}
	var warnings []Warning
	if err := json.Unmarshal(text, &warnings); err != nil {
		return nil, err
	}
	warnings = slices.DeleteFunc(warnings, func(w Warning) bool { return w.Code == OutOfRange })
	f := Facts{RateMin: low, RateMax: high}
	if bill != nil && f.isOutOfRange(*bill) {
		warnings = append(warnings, f.rangeWarning())
	}
	var elements []any
	if text, err = json.Marshal(warnings); err == nil {
		err = json.Unmarshal(text, &elements)
	}
	if elements == nil {
		elements = []any{}
	}
	out := maps.Clone(breakdown)
	out["warnings"] = elements
	return out, err
}
