package main

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What cannot start is refused before anything is written, with what to write instead.
func TestScaffold_InvalidDeclaration_IsRefusedWithItsRemedy(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	p, err := tr.readProduct()
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		name, group, roles, part string
		fields                   string
		want                     []string
	}{
		"a name with a dash": {
			name: "Trade-Fair",
			want: []string{"NAME Trade-Fair", "not in camel case", "tradeFair"},
		},
		"a name that is a keyword of Go":         {name: "type", want: []string{"keyword of Go", "typeEntry"}},
		"a name that Go predeclares":             {name: "error", want: []string{"predeclared name of Go"}},
		"a name that SQL reserves for the table": {name: "value", want: []string{"its table would be called values"}},
		"a name that objects inherit":            {name: "constructor", want: []string{"every object of JavaScript"}},
		"a name in use": {
			name: "msp",
			want: []string{"declared at extension-service/domains/msps/resource.go:", "make remove NAME=msp"},
		},
		"a path in use": {
			name: "projectApplication",
			want: []string{"the path /api/projectApplication is taken by extension-service/domains/applications/resource.go:"},
		},
		"a package that is imported": {name: "slice", want: []string{"its package would be called slices"}},
		"a file of texts that is there": {
			name: "domain",
			want: []string{"would overwrite directus-schema/seed/en/domain.json"},
		},
		"texts of no resource": {name: "job", want: []string{"has texts of that name already"}},
		"a screen in use": {
			name: "setting",
			want: []string{"the screen /platform/settings is taken by extension-service/app/sidebar.go:"}, group: "platform",
		},
		"a group nobody knows": {
			group: "user",
			want:  []string{"GROUP user: the sidebar has no such group; did you mean users? the groups are projects, pools, users"},
		},
		"a role nobody knows": {roles: "ax", want: []string{"there is no role 'x'", "a CSM"}},
		"a keyword of Go as a field": {
			fields: "name:text type:text",
			want:   []string{"field type: it is a keyword of Go; call it fairType"},
		},
		"a word of SQL as a field": {
			fields: "name:text order:int",
			want:   []string{"field order: it is a reserved word of SQL", "fairOrder"},
		},
		"a name that objects inherit, a field": {
			fields: "name:text valueOf:int",
			want:   []string{"every object of JavaScript"},
		},
		"a field that every record has": {
			fields: "name:text created:date",
			want:   []string{"field created: every record has that field already"},
		},
		"a parameter of lists as a field": {
			fields: "name:text size:int",
			want:   []string{"field size: it is a parameter of every list"},
		},
		"a method of every record as a field": {fields: "name:text base:int", want: []string{"declares Base already"}},
		"an enumeration that is the service": {
			fields: "name:text service:enum(A|B)",
			want:   []string{"declares Service already"},
		},
		"an enumeration called as the record": {
			fields: "name:text fair:enum(A|B)",
			want:   []string{"its type would be called Fair"},
		},
		"the same field twice": {fields: "name:text name:int", want: []string{"two fields Name"}},
		"a field derived from a reference": {
			fields: "name:text freelancer:ref freelancerName:text",
			want:   []string{"two fields FreelancerName"},
		},
		"a column derived from a text": {fields: "name:text nameFold:int", want: []string{"two columns name_fold"}},
		"a kind nobody knows": {
			fields: "name:text on:dat",
			want:   []string{"of no kind there is", "did you mean date? the kinds are bool"},
		},
		"a field without a kind": {fields: "name", want: []string{"does not read name:kind"}},
		"a field with a dash": {
			fields: "first-name:text",
			want:   []string{"not in camel case", "expiresOn"},
		},
		"no text": {
			fields: "open:bool",
			want:   []string{"no text stands for a record", "name:text!"},
		},
		"an enumeration without values": {
			fields: "name:text level:enum",
			want:   []string{"an enumeration has values"},
		},
		"a status that leads nowhere": {
			fields: "name:text state:status(DRAFT)",
			want:   []string{"one status leads nowhere", "state:status(DRAFT|SUBMITTED|PAID)"},
		},
		"a second status": {
			fields: "name:text state:status(A|B) stage:status(C|D)",
			want:   []string{"field stage: the status of a record is state already; make it an enum"},
		},
		"a part of nothing": {
			part: "freelancr",
			want: []string{`field freelancr: it refers to "freelancr", which is no resource; did you mean freelancer?`},
		},
		"values in small letters": {
			fields: "name:text level:enum(a|B)",
			want:   []string{`the value "a" is not in capitals`},
		},
		"a value twice": {
			fields: "name:text level:enum(A|A)",
			want:   []string{"the value A is there twice"},
		},
		"a text that names a resource": {
			fields: "name:text:project",
			want:   []string{"only a reference names a resource"},
		},
		"a reference to nothing": {
			fields: "name:text who:ref:freelancr",
			want:   []string{`field who: it refers to "freelancr", which is no resource; did you mean freelancer?`},
		},
		"a reference without a title": {
			fields: "name:text about:ref:vmsProposal",
			want: []string{
				"no title of vmsProposal (extension-service/domains/vms/proposal.go:",
				"give it a title with a column",
			},
		},
		"a reference to what is only shown": {
			fields: "name:text about:ref:vmsOutbound",
			want:   []string{"are in no table of their own"},
		},
		"a reference with Id": {
			fields: "name:text freelancerId:ref",
			want:   []string{"named without Id; write freelancer:ref"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fields := strings.Fields(orElse(tc.fields, "name:text!"))
			_, err := p.newKind(kind{
				Name: orElse(tc.name, "fair"), Group: orElse(tc.group, "users"), Roles: orElse(tc.roles, "ad"), Part: tc.part,
			}, fields)
			if err == nil {
				t.Fatal("it is taken")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("no %q in\n%v", want, err)
				}
			}
		})
	}
}

func orElse(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

// ownTime is how long the calling thread has computed, however busy the machine is.
func ownTime(t *testing.T) time.Duration {
	t.Helper()
	const ownThread = 1 // RUSAGE_THREAD, which the package syscall does not name
	var used syscall.Rusage
	if err := syscall.Getrusage(ownThread, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Whoever makes six mistakes hears of six, at once and before a file is touched.
func TestScaffold_SeveralMistakes_AreInOneMessageWithinASecond(t *testing.T) {
	tr := newTree(t)
	before := tr.contents(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	least := time.Hour
	for range 3 {
		began := ownTime(t)
		p, err := tr.readProduct()
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.newKind(kind{Name: "certificate", Group: "user", Roles: "adx"},
			[]string{"name:text!", "order:int", "who:ref:freelanser", "level:enum", "on:dat"})
		least = min(least, ownTime(t)-began)
		if err == nil || !strings.HasPrefix(err.Error(), "6 mistakes, and nothing was written:") {
			t.Errorf("it says %v", err)
		}
	}
	if least > time.Second {
		t.Errorf("it takes %s", least)
	}
	after := tr.contents(t)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s is another", name)
		}
	}
}

// What the product uses for its own references is what a new one uses: the table they are in, and the field people know
// them by.
func TestScaffold_ReferencesOfTheProduct_AreFoundInItsSource(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	p, err := tr.readProduct()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]string{
		"client": {"clients", "name"}, "legalEntity": {"legal_entities", "name"}, "freelancer": {"freelancers", "name"},
		"msp":     {"msps", "name"},
		"project": {"projects", "title"}, "application": {"applications", "freelancerName"}, "pool": {"pools", "vmsName"},
		"vmsConnection": {"vms_connections", "name"},
	} {
		if got := p.resources[name]; got.table != want[0] || got.shows != want[1] {
			t.Errorf("%s is in %q and shown by %q", name, got.table, got.shows)
		}
	}
}

// Without a name it explains itself: every kind, every group, every role.
func TestScaffold_Help_NamesKindsGroupsAndRoles(t *testing.T) {
	t.Parallel()
	text := explain([]string{"projects", "users"})
	for _, want := range append(kinds(), "projects, users", "a  CSM", "d  configuration manager") {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for name, s := range shapes {
		if s.About == "" {
			t.Errorf("the kind %s is not explained", name)
		}
	}
}
