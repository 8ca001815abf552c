package pools

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Member is the membership of one freelancer in one pool. One that was removed stays, as what has been.
type Member struct {
	resource.Record
	PoolID   int64  `json:"poolId"         kind:"ref:pool" check:"required,createonly"`
	PoolName string `json:"poolName"       from:"poolId.vms_name"`
	// of the pool, as is the legal entity
	ClientID       int64        `json:"clientId"       kind:"ref:client" check:"readonly"`
	LegalEntityID  int64        `json:"legalEntityId"  kind:"ref:legalEntity" check:"readonly"`
	FreelancerID   int64        `json:"freelancerId"   kind:"ref:freelancer" check:"required,createonly"`
	FreelancerName string       `json:"freelancerName" check:"readonly,personal" store:"fold"`
	Status         MemberStatus `json:"status"         check:"createonly"`
	Source         Source       `json:"source"         check:"readonly"`
	SourcePoolIDs  []int64      `json:"sourcePoolIds"  kind:"id" check:"readonly"`
	InvitedAt      time.Time    `json:"invitedAt"      check:"readonly"`
	JoinedAt       time.Time    `json:"joinedAt"       check:"readonly"`
	ExpiresAt      time.Time    `json:"expiresAt"` // none: never
	Rating         *int64       `json:"rating"         check:"minvalue=1,maxvalue=5"`
	RatedAt        time.Time    `json:"ratedAt"        check:"readonly"`
	Tags           []string     `json:"tags"           check:"max=20" store:"keys"`
	Note           string       `json:"note"           kind:"longtext" check:"personal,max=4000"`
	Removal        Removal      `json:"removal"        check:"readonly"`
	StatusBefore   MemberStatus `json:"statusBefore"   check:"readonly"` // that of one who was removed had
	// that of the client on which it ends; none: never
	LastDay date.Date `json:"lastDay"       check:"readonly"`
}

// MemberStatus is where a membership stands.
type MemberStatus string

// The statuses.
const (
	Active  MemberStatus = "ACTIVE"
	Invited MemberStatus = "INVITED"
	Expired MemberStatus = "EXPIRED"
	Removed MemberStatus = "REMOVED"
)

// Enum lists the statuses, the strongest first.
func (MemberStatus) Enum() enum.List {
	return enum.List{
		Name: "poolMemberStatus", Text: "pool.member.status",
		Values: enum.Strings([]MemberStatus{Active, Invited, Expired, Removed}),
	}
}

// Source says how somebody came into a pool.
type Source string

// The sources.
const (
	BySelf   Source = "SELF"
	ByInvite Source = "INVITE"
	ByImport Source = "IMPORT"
	ByMerge  Source = "MERGE"
	ByVMS    Source = "VMS"
	ByStaff  Source = "STAFF"
)

// Enum lists the sources.
func (Source) Enum() enum.List {
	return enum.List{
		Name: "poolMemberSource", Text: "enum.poolMemberSource",
		Values: enum.Strings([]Source{BySelf, ByInvite, ByImport, ByMerge, ByVMS, ByStaff}),
	}
}

// Removal says why a membership was removed.
type Removal string

// The reasons.
const (
	RemovedByStaff Removal = "STAFF"
	RemovedByMerge Removal = "MERGE"   // it has become part of another one
	RemovedAsGone  Removal = "DELETED" // the freelancer was deleted, and comes back into the pool when restored
)

// Enum lists the reasons.
func (Removal) Enum() enum.List {
	return enum.List{
		Name: "poolMemberRemoval", Text: "enum.poolMemberRemoval",
		Values: enum.Strings([]Removal{RemovedByStaff, RemovedByMerge, RemovedAsGone}),
	}
}

// NewMember is what the record of a membership starts with.
func NewMember() Member { return Member{Status: Active, Source: ByStaff} }
