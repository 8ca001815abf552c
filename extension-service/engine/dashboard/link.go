package dashboard

import (
	"encoding/json"
	"net/url"
	"strconv"
)

// Filtered is the address of a list with filters set, as the panel keeps them.
func Filtered(route string, filters map[string]any) string {
	text, err := json.Marshal(filters)
	if err != nil {
		return route
	}
	return route + "?filter=" + url.QueryEscape(string(text))
}

// Unfiltered is the address of a list with no filter set, so that the one which was used last is not put back.
func Unfiltered(route string) string { return Filtered(route, map[string]any{}) }

// Oldest puts the records of a list that came first on top; its address has filters already.
func Oldest(list string) string { return SortedBy(list, "created") }

// SortedBy puts the records of a list on top whose field is lowest; its address has filters already.
func SortedBy(list, field string) string { return list + "&sort=" + field + "&order=ASC" }

// linkTo is the address of a record's dialog over its list.
func linkTo(route string, id int64) string { return route + "/" + strconv.FormatInt(id, 10) }
