package pools

import (
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

func day(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }

// One person in several pools becomes one membership, field by field.
func TestMembers_SeveralMemberships_BecomeOne(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		first  Member
		others []Member
		is     func(m Member) bool
	}{
		"the strongest status stays": {
			Member{Status: Expired},
			[]Member{{Status: Invited}, {Status: Active}},
			func(m Member) bool {
				return m.Status == Active
			},
		},
		"a weaker status changes nothing": {Member{Status: Active}, []Member{{Status: Expired}}, func(m Member) bool {
			return m.Status == Active
		}},
		"the earliest beginning": {
			Member{JoinedAt: day(5)}, []Member{{JoinedAt: day(3)}, {JoinedAt: day(4)}, {}}, func(m Member) bool {
				return m.JoinedAt.Equal(day(3))
			},
		},
		"a beginning where there was none": {Member{}, []Member{{JoinedAt: day(3)}}, func(m Member) bool {
			return m.JoinedAt.Equal(day(3))
		}},
		"the latest end": {
			Member{ExpiresAt: day(5)},
			[]Member{{ExpiresAt: day(9)}, {ExpiresAt: day(7)}},
			func(m Member) bool {
				return m.ExpiresAt.Equal(day(9))
			},
		},
		"no end wins over any": {Member{ExpiresAt: day(5)}, []Member{{}, {ExpiresAt: day(7)}}, func(m Member) bool {
			return m.ExpiresAt.IsZero()
		}},
		"no end stays": {Member{}, []Member{{ExpiresAt: day(7)}}, func(m Member) bool {
			return m.ExpiresAt.IsZero()
		}},
		"the rating set last": {
			Member{Rating: new(int64(1)), RatedAt: day(5)},
			[]Member{{Rating: new(int64(2)), RatedAt: day(4)}, {Rating: new(int64(3)), RatedAt: day(6)}},
			func(m Member) bool { return *m.Rating == 3 && m.RatedAt.Equal(day(6)) },
		},
		"a rating where there was none": {Member{}, []Member{{Rating: new(int64(2)), RatedAt: day(4)}}, func(m Member) bool {
			return *m.Rating == 2
		}},
		"the tags of all, however written": {
			Member{Tags: []string{"SAP"}},
			[]Member{{Tags: []string{"sap", "night"}}, {Tags: []string{"Night ", "day"}}},
			func(m Member) bool { return slices.Equal(m.Tags, []string{"SAP", "night", "day"}) },
		},
		"the notes, each below its pool": {
			Member{Note: "ours"}, []Member{{Note: "theirs"}, {Note: "ours\np\ntheirs"}, {}}, func(m Member) bool {
				return m.Note == "ours\np\ntheirs"
			},
		},
		"a note that is too long is cut": {
			Member{Note: strings.Repeat("ä", 3999)}, []Member{{Note: "theirs"}}, func(m Member) bool {
				return len([]rune(m.Note)) == longestNote
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var parts []part
			for _, m := range tc.others {
				parts = append(parts, part{m, "p"})
			}
			if m := mergeMemberships(tc.first, parts); !tc.is(m) {
				t.Errorf("they become %+v", m)
			}
		})
	}
}

// More tags than a membership may have: those of the pool first, then those that most have.
func TestMembers_TooManyTags_RetainTheMostUsed(t *testing.T) {
	t.Parallel()
	first := Member{Tags: []string{"own"}}
	var many []string
	for i := range 25 {
		many = append(many, "tag "+string(rune('a'+i)))
	}
	m := mergeMemberships(first, []part{{member: Member{Tags: many}}, {member: Member{Tags: []string{"tag y"}}}})
	if len(m.Tags) != mostTags || m.Tags[0] != "own" || m.Tags[1] != "tag y" {
		t.Errorf("the tags are %v", m.Tags)
	}
}

// What prevents somebody coming into a pool, in the order in which it counts.
func TestMembers_Conflict_IsFoundInOrderOfImportance(t *testing.T) {
	t.Parallel()
	ok := freelancers.Freelancer{
		Record: resource.Record{ID: 7}, UserStatus: freelancers.Active,
		Consent: freelancers.Consent{PoolAt: time.Unix(0, 0)},
	}
	with := func(change func(p *freelancers.Freelancer)) freelancers.Freelancer {
		p := ok
		change(&p)
		return p
	}
	in := func(status MemberStatus, removal Removal) []plannedMembership {
		return []plannedMembership{{
			versionedMember: versionedMember{ID: 3, Version: 2}, freelancer: 7, status: status,
			removal: removal,
		}}
	}
	for name, tc := range map[string]struct {
		who     freelancers.Freelancer
		there   []plannedMembership
		ignored bool
		class   Class
		outcome Result
	}{
		"nothing":             {ok, nil, false, "", WillAdd},
		"in the pool already": {ok, in(Active, ""), false, "", WillUpdate},
		"removed by staff":    {ok, in(Removed, RemovedByStaff), false, RemovedInTarget, WillSkip},
		"removed by a merge":  {ok, in(Removed, RemovedByMerge), false, "", WillAdd},
		"bound to another client": {with(func(p *freelancers.Freelancer) {
			p.BoundClientID = 2
		}), nil, false, Ownership, WillSkip},
		"bound to this client": {with(func(p *freelancers.Freelancer) {
			p.BoundClientID = 1
		}), nil, false, "", WillAdd},
		"bound elsewhere, which does not count": {with(func(p *freelancers.Freelancer) {
			p.BoundClientID = 2
		}), nil, true, "", WillAdd},
		"an MSP that does not serve the pool": {with(func(p *freelancers.Freelancer) {
			p.MSPID = new(int64(8))
		}), nil, false, Ownership, WillSkip},
		"an MSP that serves the pool": {with(func(p *freelancers.Freelancer) {
			p.MSPID = new(int64(9))
		}), nil, false, "", WillAdd},
		"no consent": {with(func(p *freelancers.Freelancer) {
			p.Consent = freelancers.Consent{}
		}), nil, false, NoConsent, WillInvite},
		"no consent, but a member": {with(func(p *freelancers.Freelancer) {
			p.Consent = freelancers.Consent{}
		}), in(Active, ""), false, "", WillUpdate},
		"inactive, which counts before the rest": {with(func(p *freelancers.Freelancer) {
			p.UserStatus, p.BoundClientID, p.Consent = freelancers.Inactive, 2, freelancers.Consent{}
		}), nil, false, UserStatus, WillSkip},
		"nobody": {freelancers.Freelancer{}, nil, false, UserStatus, WillSkip},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := evaluator{
				target: Pool{ClientID: 1, MSPIDs: []int64{9}}, ignored: tc.ignored,
				people: map[int64]freelancers.Freelancer{tc.who.ID: tc.who}, there: map[int64][]plannedMembership{7: tc.there},
			}
			row := planRow{freelancerID: 7, sources: []versionedMember{{ID: 1, Version: 1}}}
			j.planPerson(&row)
			if row.class != tc.class || row.outcome != tc.outcome {
				t.Errorf("%q leads to %s, it should be %q and %s", row.class, row.outcome, tc.class, tc.outcome)
			}
		})
	}
}
