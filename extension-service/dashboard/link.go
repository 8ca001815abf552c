package dashboard

import "strconv"

// linkTo is the address of a record's dialog over its list.
func linkTo(route string, id int64) string { return route + "/" + strconv.FormatInt(id, 10) }
