package resource

// Address is a postal address.
type Address struct {
	Street     string `json:"street"     check:"max=120"`
	Street2    string `json:"street2"    check:"max=120"`
	PostalCode string `json:"postalCode" check:"max=12"`
	City       string `json:"city"       check:"max=120"`
	Country    string `json:"country"    kind:"country"`
}
