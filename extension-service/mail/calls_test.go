package mail_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/mail"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
)

func TestForgettingAPerson(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		dir := filepath.Join(t.TempDir(), "mail")
		o := open(t, db, mail.Folder{Dir: dir})
		o.queue(verification())
		o.step()
		waiting := o.queue(mail.Mail{Template: "application.rejected", To: "Noor@talent.example", Entity: "application", EntityID: 5, SendAt: o.now.Add(time.Hour)})
		other := verification()
		other.To, other.EntityID = "kim@talent.example", 8
		kept := o.queue(other)
		var n int
		err := db.Write(t.Context(), func(ctx context.Context) (err error) {
			n, err = o.Forget(ctx, "freelancer", 7, "noor@talent.example")
			return err
		})
		if err != nil || n != 2 {
			t.Fatal(n, err)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 0 {
			t.Errorf("left: %v", files)
		}
		if got := o.state(waiting); got.State != mail.Cancelled || got.Recipient != "" {
			t.Errorf("%+v", got)
		}
		if got := o.state(kept); got.State != mail.Queued || got.Recipient == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestWhoReadsMails(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	open(t, db, &outbox{}).queue(verification())
	as := func(c *role.Caller) context.Context { return role.With(t.Context(), c) }
	csm := &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.PermissionsOf([]role.Role{role.CSM})}
	tech := &role.Caller{Kind: role.Admin, ID: 2, Permissions: role.PermissionsOf([]role.Role{role.TechSupport})}
	elsewhere := &role.Caller{Kind: role.Admin, ID: 3, Permissions: tech.Permissions, Scope: role.Scope{ClientIDs: []int64{9}}}
	for name, tc := range map[string]struct {
		who       *role.Caller
		query     mail.Query
		visible   error
		want      fault.Kind
		recipient string
	}{
		"of a record one reads":        {csm, mail.Query{Entity: "freelancer", ID: []int64{7}}, nil, "", "noor@talent.example"},
		"of a record out of reach":     {csm, mail.Query{Entity: "freelancer", ID: []int64{7}}, fault.New(fault.NotFound, "NOT_FOUND", ""), fault.NotFound, ""},
		"all, without audit.read":      {csm, mail.Query{}, nil, fault.Invalid, ""},
		"all, with audit.read":         {tech, mail.Query{}, nil, "", "n•••@talent.example"},
		"of a record, with audit.read": {tech, mail.Query{Entity: "freelancer", ID: []int64{7}}, resource.Forbidden(role.FreelancerRead), "", "n•••@talent.example"},
		"all, in the scope of another": {elsewhere, mail.Query{}, nil, "", ""},
		"of a kind one may not read":   {csm, mail.Query{Entity: "freelancer", ID: []int64{7}}, resource.Forbidden(role.FreelancerRead), fault.Denied, ""},
		"an id without a kind":         {csm, mail.Query{ID: []int64{7}}, nil, fault.Invalid, ""},
		"of a state there are none of": {tech, mail.Query{State: mail.Failed}, nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, db, &outbox{})
			o.denied = tc.visible
			list, err := o.List(as(tc.who), tc.query)
			if fault.KindOf(err) != tc.want {
				t.Fatalf("%v", err)
			}
			got := ""
			for _, m := range list.Results {
				got = m.Recipient
				if tc.who == tech && m.Params["name"] != "•••" {
					t.Errorf("a value is shown: %v", m.Params)
				}
			}
			if got != tc.recipient {
				t.Errorf("recipient %q", got)
			}
		})
	}
}

func TestCancellingByHand(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		o := open(t, db, &outbox{})
		ctx := role.With(t.Context(), staff())
		id := o.queue(mail.Mail{Template: "application.rejected", To: "noor@talent.example", Entity: "application", EntityID: 5, SendAt: o.now.Add(time.Hour)})
		about := o.queue(verification())
		if _, err := o.CancelOne(ctx, mail.One{ID: about}); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a mail about a freelancer: %v", err)
		}
		if m, err := o.CancelOne(ctx, mail.One{ID: id}); err != nil || m.State != mail.Cancelled {
			t.Errorf("%v %v", m, err)
		}
		if _, err := o.CancelOne(ctx, mail.One{ID: id}); fault.From(err).Code != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("again: %v", err)
		}
	})
}
