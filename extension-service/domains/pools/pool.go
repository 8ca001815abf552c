// Package pools holds the talent pools of clients, who is in them, and what becomes of both when pools are merged.
package pools

import (
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Pool is a group of freelancers that a client draws from.
type Pool struct {
	resource.Record
	ClientID        int64  `json:"clientId"          kind:"ref:client" check:"required,createonly"`
	ClientName      string `json:"clientName"        from:"clientId.name"`
	LegalEntityID   int64  `json:"legalEntityId"     kind:"ref:legalEntity" check:"createonly"`
	LegalEntityName string `json:"legalEntityName"   from:"legalEntityId.name"`
	VMSName         string `json:"vmsName"           check:"required,max=120" store:"fold"`
	// names of pools that have become part of this one
	VMSAliases     []string `json:"vmsAliases"        check:"readonly"`
	DescriptionKey string   `json:"descriptionKey"    kind:"messageKey" check:"max=150"`
	// its text, in the reader's language
	Description  string     `json:"description"       check:"readonly" store:"-"`
	CategoryID   int64      `json:"categoryId"        kind:"ref:poolCategory"`
	CategoryName string     `json:"categoryName"      check:"readonly" store:"-"`
	Visibility   Visibility `json:"visibility"        check:"required"`
	// null: memberships never end
	MembershipTTLDays *int64  `json:"membershipTtlDays" check:"minvalue=1,maxvalue=36500"`
	MSPIDs            []int64 `json:"mspIds"            kind:"ref:msp" check:"max=100"`
	Status            Status  `json:"status"            check:"readonly"`
	MergedIntoID      int64   `json:"mergedIntoId"      kind:"ref:pool" check:"readonly"`
	ExternalID        string  `json:"externalId"        check:"max=64"`
	ImageID           string  `json:"imageId"           kind:"image" check:"max=64"`

	MemberCounts Counts `json:"memberCounts" check:"readonly" store:"-"`
	ProjectCount int64  `json:"projectCount" check:"readonly" store:"-"`
}

// Counts say how many members a pool has by their status; those that were removed are not counted.
type Counts struct {
	Active  int64 `json:"ACTIVE"`
	Invited int64 `json:"INVITED"`
	Expired int64 `json:"EXPIRED"`
}

// Visibility says who may find a pool.
type Visibility string

// The visibilities.
const (
	Public     Visibility = "PUBLIC"
	InviteOnly Visibility = "INVITE_ONLY"
	Private    Visibility = "PRIVATE"
)

// Enum lists the visibilities.
func (Visibility) Enum() enum.List {
	return enum.List{
		Name: "poolVisibility", Text: "enum.poolVisibility",
		Values: enum.Strings([]Visibility{Public, InviteOnly, Private}),
	}
}

// Status is where a pool stands.
type Status string

// The statuses. A merged pool is part of another one.
const (
	InUse    Status = "ACTIVE"
	Archived Status = "ARCHIVED"
	Merged   Status = "MERGED"
)

// Enum lists the statuses.
func (Status) Enum() enum.List {
	return enum.List{
		Name: "poolStatus", Text: "pool.status",
		Values: enum.Strings([]Status{InUse, Archived, Merged}),
	}
}

const ttlDays = 730

// NewPool is what the record of a pool starts with.
func NewPool() Pool {
	return Pool{Visibility: Private, Status: InUse, MembershipTTLDays: new(int64(ttlDays))}
}

// collapsed is a name as people mean it: without white space around it, and one space between words.
func collapsed(name string) string { return strings.Join(strings.Fields(name), " ") }

// sameName is what two names have in common that nobody could tell apart.
func sameName(name string) string { return strings.ToLower(collapsed(name)) }
