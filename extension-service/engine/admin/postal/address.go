// Package postal has addresses and the countries of ISO 3166-1.
package postal

import (
	"strings"

	"poolkeeper.example/extension-service/platform/canonical"
)

// Address is a postal address.
type Address struct {
	Street     string `json:"street"     check:"max=120"`
	Street2    string `json:"street2"    check:"max=120"`
	PostalCode string `json:"postalCode" check:"max=12"`
	City       string `json:"city"       check:"max=120"`
	Country    string `json:"country"    kind:"country"`
}

// SearchKeys are the country with the postal code as its continuation, and the folded name of the place.
func (a Address) SearchKeys() []string {
	var keys []string
	if a.Country != "" {
		keys = append(keys, PlaceKey(a.Country, a.PostalCode))
	}
	if city := CityKey(a.City); city != CityKey("") {
		keys = append(keys, city)
	}
	return keys
}

// PlaceKey is what an address in a country is found by, or the beginning of it where the postal code is the beginning
// of one.
func PlaceKey(country, postalCode string) string {
	return "place " + strings.ToUpper(country) + " " + strings.ToUpper(strings.Join(strings.Fields(postalCode), ""))
}

// CityKey is what an address in a place of that name is found by, or the beginning of it.
func CityKey(city string) string { return "city " + canonical.Fold(city) }
