package main

import (
	"fmt"
	"maps"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/types"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/buckettest"
	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// A product that was begun on one machine is moved to PostgreSQL and installed with the settings of docker-compose.yml,
// without containers: three copies behind haproxy, Directus, OpenSearch, a bucket, a server of mails. While 20 people
// use it, it is upgraded from the release before, rolled back and upgraded again; then each part is killed, frozen or
// taken away, and a dump is restored beside it. No call fails but while a part that it needs is gone, no write is lost
// or done twice, and the alerts fire and go.
//
// It is no parallel one: what it measures depends on what else the machine does.
func TestProveOperate_InstalledByTheDocuments_LosesNothing(t *testing.T) {
	if !stress.IsFull() {
		t.Skip("takes minutes: PROVE_ONLY=Operate make prove")
	}
	o := newOperation(t)
	o.beginOnOneMachine(t)
	o.moveToServer(t)
	o.startPeople(t)
	o.replaceCopies(t, "upgrade", "")
	o.replaceCopies(t, "roll back", o.previous)
	o.assignProjects(t)
	o.replaceCopies(t, "upgrade once more", "")
	dump := o.dumpUnderLoad(t)
	o.signIn(t)
	o.killCopies(t)
	o.freezeCopies(t)
	o.stopDatabase(t)
	o.stopBucket(t)
	o.stopSearch(t)
	o.stopDirectus(t)
	o.reloadProxy(t)
	o.alerts.await(t, `^up{`, "1", 6) // what has fired is seen to go
	o.checkDerived(t)
	o.stopPeople()

	o.checkTraffic(t)
	o.signIn(t)
	o.checkEnd(t, &client{base: "http://" + o.running[1].address, token: o.token.Load().(string)})
	o.report(t, len(o.running))
	o.checkMails(t)
	o.alerts.check(t)
	o.checkDump(t, dump)
}

// operation is the product, and the people who use it.
type operation struct {
	*killing

	services types.Services // of docker-compose.yml
	previous string         // the program of the release before
	database *pgtest.OwnServer
	bucket   buckettest.Bucket
	search   *nodetest.Node       // nil where it is left out
	directus *directustest.Server // as well
	mails    *mailbox
	proxy    *proxy
	alerts   *watcher

	hosts   []string
	places  [copiesAtWork]programPlace
	running [copiesAtWork]*program
	started []*program // all that ran, for what they have logged

	token      atomic.Value // by which all people are signed in
	traffic    *traffic
	outages    []*outage
	people     sync.WaitGroup
	stopPeople func() // ends what the people do
}

func newOperation(t *testing.T) *operation {
	t.Helper()
	for tool, from := range map[string]string{
		"haproxy": "haproxy", "promtool": "prometheus", "psql": "postgresql-client", "pg_dump": "postgresql-client",
		"git": "git",
	} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("Debian's package %s is missing: %v", from, err)
		}
	}
	o := &operation{
		services: composed(t), previous: previousRelease(t), bucket: buckettest.New(t),
		traffic: &traffic{under: &http.Transport{MaxIdleConnsPerHost: peopleAtWork, IdleConnTimeout: time.Minute}},
	}
	o.killing = &killing{load: newLoad(), reported: map[string]bool{}, r: stress.Rand(t)}
	for range copiesAtWork {
		o.hosts = append(o.hosts, newHost())
	}
	o.shared.bucket = o.bucket.Address
	o.installSearch(t)
	o.database = installDatabase(t, o.services)
	o.directus = o.installDirectus(t)
	o.installCopies(t)
	return o
}

// installCopies sets three copies up as docker-compose.yml does, each in a folder of its own, on the shared parts.
func (o *operation) installCopies(t *testing.T) {
	t.Helper()
	product := o.services["product"]
	box, mailAddress := newMailbox(t)
	o.mails = box
	o.programPlace = programPlace{
		dir: filepath.Join(t.TempDir(), "inspection"), url: databaseURL(t, o.services, o.database), shared: o.shared,
		secret: setting(t, product, "SIGNING_SECRET"),
	}
	own := map[string]string{"SMTP_URL": mailAddress, "TRUSTED_PROXIES": "127.0.0.1", "CONTENT_URL": ""}
	if o.directus != nil {
		own["CONTENT_URL"] = o.directus.URL
	}
	var addresses []string
	for i, host := range o.hosts {
		place := o.programPlace
		place.dir, place.host, place.binary = filepath.Join(t.TempDir(), "data"), host, o.previous
		own := maps.Clone(own)
		maps.Copy(own, map[string]string{
			"HOST": host, "DATA_DIR": place.dir, "DATABASE_URL": place.url, "SEARCH_URL": o.shared.search,
			"S3_URL": o.shared.bucket,
		})
		place.env = environment(product, own)
		o.places[i], addresses = place, append(addresses, host+":8080")
	}
	o.alerts = watch(t, setting(t, product, "METRICS_TOKEN"), addresses)
}

// beginOnOneMachine has the release before begin on a SQLite file: the first account, and the first records.
func (o *operation) beginOnOneMachine(t *testing.T) {
	t.Helper()
	place := o.fileOf()
	place.binary, place.env = o.previous, nil
	output := place.run(t, "admin", "create", firstAccount, "Nora", "Night")
	password := oneTimePassword.FindStringSubmatch(output)
	if password == nil {
		t.Fatalf("no password: %s", output)
	}
	run := place.start(t)
	base := "http://" + run.address
	signInAt(t, base, password[1]).mustSend(t, "PUT", "/api/admin/resetPassword", fmt.Sprintf(
		`{"oldPassword":%q,"password":%q,"passwordConfirm":%[2]q}`, password[1], ownPassword), 200)
	who := signInAt(t, base, ownPassword)
	who.setPortal(t)
	o.createBasics(t, who)
	run.Signal(t, syscall.SIGTERM)
	<-run.Done()
}

// signInAt signs the first account in at an address.
func signInAt(t *testing.T, base, password string) *client {
	t.Helper()
	c := &client{base: base}
	c.token, _ = c.mustSend(t, "POST", "/api/authorize",
		fmt.Sprintf(`{"username":%q,"password":%q}`, firstAccount, password), 200)["access_token"].(string)
	return c
}

// fileOf is where the product was before it was moved.
func (o *operation) fileOf() programPlace {
	place := o.programPlace
	place.dir = filepath.Join(filepath.Dir(place.dir), "one-machine")
	place.url = filepath.Join(place.dir, "poolkeeper.db")
	return place
}

// moveToServer moves it to PostgreSQL by the command, starts the copies and the proxy, and releases what was held.
func (o *operation) moveToServer(t *testing.T) {
	t.Helper()
	file := o.fileOf()
	file.binary, file.env = o.previous, []string{"MOVE_TO=" + o.url}
	lines := strings.Split(strings.TrimSpace(file.run(t, "move")), "\n")
	t.Log(lines[len(lines)-1])
	for i := range o.places {
		o.startCopy(t, i)
	}
	o.proxy = startProxy(t, o.hosts)
	awaitReady(t, o.proxy.url)
	o.alerts.await(t, `^poolkeeper_held{`, "1", 33)
	o.alerts.fires("PoolkeeperHeld")
	signInAt(t, o.proxy.url, ownPassword).mustSend(t, "POST", "/api/restore/release",
		`{"mails":"RELEASE","deliveries":"DROP","jobs":"DROP","reason":"The move is done"}`, 200)
	o.alerts.await(t, `^poolkeeper_held{`, "0", 1)
}

func (o *operation) startCopy(t *testing.T, i int) {
	t.Helper()
	o.running[i] = o.places[i].start(t)
	o.started = append(o.started, o.running[i])
	awaitReady(t, "http://"+o.running[i].address)
}

// replaceCopies stops the copies in order, one after the other, and starts another release in the place of each; ""
// is this one.
func (o *operation) replaceCopies(t *testing.T, what, binary string) {
	t.Helper()
	d := o.startOutage(what, nil)
	for i, run := range o.running {
		run.Signal(t, syscall.SIGTERM)
		<-run.Done()
		if run.Code() != 0 {
			t.Errorf("%s: copy %d ended with %d: %s", what, i, run.Code(), lastLines(run.Stderr(), 20))
		}
		o.places[i].binary = binary
		o.startCopy(t, i)
	}
	d.to = time.Now()
}

// killCopies kills one copy after the other. Only calls that one was at may fail, and those that come before the proxy
// has asked it twice.
func (o *operation) killCopies(t *testing.T) {
	t.Helper()
	for i, run := range o.running {
		d := o.startOutage(fmt.Sprintf("copy %d killed", i), anything)
		run.Kill()
		d.to = time.Now().Add(3 * time.Second)
		o.alerts.await(t, fmt.Sprintf(`^up{instance="copy-%d"`, i), "0", 4)
		o.alerts.fires("PoolkeeperDown")
		o.startCopy(t, i)
	}
}

// freezeCopies stops one copy after the other in the middle of what it does, and lets it go on when others have taken
// its work over.
func (o *operation) freezeCopies(t *testing.T) {
	t.Helper()
	for i, run := range o.running {
		d := o.startOutage(fmt.Sprintf("copy %d frozen", i), anything)
		run.Signal(t, syscall.SIGSTOP)
		thawed := time.NewTimer(15 * time.Second) // longer than PostgreSQL waits for whoever hangs in a transaction
		<-thawed.C
		run.Signal(t, syscall.SIGCONT)
		d.to = time.Now().Add(3 * time.Second)
		o.alerts.await(t, fmt.Sprintf(`^up{instance="copy-%d"`, i), "1", 2)
	}
}

// stopDatabase stops PostgreSQL until an alert says so, and starts it again.
func (o *operation) stopDatabase(t *testing.T) {
	t.Helper()
	d := o.startOutage("PostgreSQL stopped", anything)
	o.database.Stop(t)
	o.alerts.await(t, `^poolkeeper_check_up{.*check="database"`, "0", 3)
	o.alerts.fires("PoolkeeperPartDown")
	o.database.Start(t)
	awaitReady(t, o.proxy.url)
	d.to = time.Now().Add(2 * time.Second)
	o.alerts.await(t, `^poolkeeper_check_up{.*check="database"`, "1", 2)
}

// ofFiles are calls that cannot be answered without the bucket.
var ofFiles = regexp.MustCompile(`/api/(resource|export)|/(pdf|export)$`)

// stopBucket takes the bucket away: only what needs files may fail.
func (o *operation) stopBucket(t *testing.T) {
	t.Helper()
	d := o.startOutage("bucket away", ofFiles)
	o.bucket.SetAway(true)
	o.alerts.await(t, `^poolkeeper_check_up{.*check="files"`, "0", 17)
	o.alerts.fires("PoolkeeperPartImpaired")
	o.bucket.SetAway(false)
	d.to = time.Now().Add(time.Second)
	o.alerts.await(t, `^poolkeeper_check_up{.*check="files"`, "1", 2)
}

// stopSearch kills OpenSearch: nothing that people do here may fail.
func (o *operation) stopSearch(t *testing.T) {
	t.Helper()
	if o.search == nil {
		return
	}
	d := o.startOutage("OpenSearch killed", nil)
	o.search.Kill()
	o.alerts.await(t, `^poolkeeper_check_up{.*check="index"`, "0", 7)
	o.alerts.fires("PoolkeeperIndexAway")
	if err := o.search.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.alerts.await(t, `^poolkeeper_check_up{.*check="index"`, "1", 2)
	d.to = time.Now()
}

// stopDirectus kills Directus: nothing that people do here may fail.
func (o *operation) stopDirectus(t *testing.T) {
	t.Helper()
	if o.directus == nil {
		return
	}
	d := o.startOutage("Directus killed", nil)
	o.directus.Kill()
	o.alerts.await(t, `^poolkeeper_check_up{.*check="content"`, "0", 17)
	o.alerts.fires("PoolkeeperContentAway")
	if err := o.directus.Restart(); err != nil {
		t.Fatal(err)
	}
	o.alerts.await(t, `^poolkeeper_check_up{.*check="content"`, "1", 2)
	d.to = time.Now()
}

// reloadProxy has the proxy read its settings again, three times.
func (o *operation) reloadProxy(t *testing.T) {
	t.Helper()
	d := o.startOutage("haproxy reloaded", nil)
	for range 3 {
		o.proxy.reload(t)
		o.alerts.await(t, `^up{`, "1", 3)
	}
	d.to = time.Now()
}

// checkMails fails on a mail that counts as sent and never came, and on one that came twice. Only a copy that is killed
// between the server's answer and its own note of it sends that one again.
func (o *operation) checkMails(t *testing.T) {
	t.Helper()
	var sent int
	o.withService(t, func(s *app.Service) error {
		_, err := s.DB.Row(t.Context(), []any{&sent}, "SELECT count(*) FROM mails WHERE state = 'SENT' AND kept_file = 0")
		return err
	})
	o.mails.mu.Lock()
	defer o.mails.mu.Unlock()
	twice := 0
	for _, times := range o.mails.accepted {
		twice += times - 1
	}
	t.Logf("%d mails were sent, %d came, %d once more", sent, len(o.mails.accepted), twice)
	if sent > len(o.mails.accepted) || sent == 0 || twice > copiesAtWork {
		t.Errorf("%d mails count as sent, %d came, %d once more", sent, len(o.mails.accepted), twice)
	}
}
