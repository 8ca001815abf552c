package deploy

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"

	"poolkeeper.example/extension-service/platform/config"
)

// What a person must set; the values are recognisable, so that the test can tell them from written ones.
var secrets = map[string]string{
	"POSTGRES_PASSWORD": "secret-1", "CONTENT_TOKEN": "secret-2",
	"CONTENT_SECRET": "secret-3", "SIGNING_SECRET": "secret-4",
	"CONTENT_ADMIN_EMAIL": "secret-4@example.com", "CONTENT_ADMIN_PASSWORD": "secret-5",
	"DATABASE_PASSWORD": "secret-6", "DIRECTUS_PASSWORD": "secret-7",
}

func load(t *testing.T, env map[string]string) (*types.Project, error) {
	t.Helper()
	var pairs []string
	for name, value := range env {
		pairs = append(pairs, name+"="+value)
	}
	options, err := cli.NewProjectOptions([]string{"../docker-compose.yml"}, cli.WithEnv(pairs),
		cli.WithResolvedPaths(true))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(t.Context())
}

func project(t *testing.T) *types.Project {
	t.Helper()
	p, err := load(t, secrets)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCompose_EveryService_HasAHealthCheckAndStartsInOrder(t *testing.T) {
	t.Parallel()
	p := project(t)
	if got, want := p.ServiceNames(), []string{"content", "database", "product", "search"}; !slices.Equal(got, want) {
		t.Fatalf("services %v, want %v", got, want)
	}
	for name, service := range p.Services {
		if check := service.HealthCheck; check == nil || len(check.Test) < 2 || check.Disable {
			t.Errorf("%s has no health check", name)
		}
		for other, dependency := range service.DependsOn {
			if dependency.Condition != types.ServiceConditionHealthy {
				t.Errorf("%s does not wait until %s is healthy", name, other)
			}
		}
	}
	check := p.Services["product"].HealthCheck.Test
	if !slices.Equal(check, []string{"CMD", "extension-service", "healthcheck"}) {
		t.Errorf("the product is asked %q, not for its health", check)
	}
}

func TestCompose_PublishedPorts_BelongToTheProductOnLoopback(t *testing.T) {
	t.Parallel()
	for name, service := range project(t).Services {
		if name != "product" && len(service.Ports) > 0 {
			t.Errorf("%s publishes %v", name, service.Ports)
		}
		for _, port := range service.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes port %s on %q", name, port.Published, port.HostIP)
			}
		}
	}
}

// Several copies can be started at once, and share no disk but those of uploads and mails, which S3_URL and SMTP_URL
// replace, and that of dumps. The image has their folders, so that the volumes are the service's own.
func TestCompose_SeveralCopies_ShareUploadsMailsAndDumps(t *testing.T) {
	t.Parallel()
	product := project(t).Services["product"]
	if product.ContainerName != "" || len(product.Ports) != 1 || !strings.Contains(product.Ports[0].Published, "-") {
		t.Errorf("a second copy finds its name or its port taken: %q, %v", product.ContainerName, product.Ports)
	}
	var shared []string
	for _, v := range product.Volumes {
		shared = append(shared, v.Target)
		made := regexp.MustCompile(`install -d -m 700 -o poolkeeper .*` + v.Target + `\b`)
		if !made.MatchString(dockerfile(t)) {
			t.Errorf("the image has no folder %s of the service, so it could not write to the volume", v.Target)
		}
	}
	slices.Sort(shared)
	if !slices.Equal(shared, []string{"/data/backups", "/data/files/kept", "/data/mail"}) {
		t.Errorf("the copies share %v", shared)
	}
}

// Whatever an image of ours declares as a volume has a name here, or lies in memory: a volume without a name would stay
// behind with each copy.
func TestCompose_OwnImages_LeaveNoVolumeBehind(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"product", "content"} {
		service := project(t).Services[name]
		var mounted []string
		for _, v := range service.Volumes {
			mounted = append(mounted, v.Target)
			if v.Type == types.VolumeTypeVolume && v.Source == "" {
				t.Errorf("%s: the volume at %s has no name", name, v.Target)
			}
		}
		for _, memory := range service.Tmpfs {
			path, _, _ := strings.Cut(memory, ":")
			mounted = append(mounted, path)
		}
		_, stage, _ := strings.Cut(dockerfile(t), " AS "+name+"\n")
		for _, declared := range regexp.MustCompile(`(?m)^VOLUME (\S+)$`).FindStringSubmatch(stage)[1:] {
			if !slices.Contains(mounted, declared) {
				t.Errorf("%s: %s is a volume without a name; %v are none", name, declared, mounted)
			}
		}
	}
}

func TestCompose_Images_HaveExactVersions(t *testing.T) {
	t.Parallel()
	version := regexp.MustCompile(`^[\w./-]+:\d+\.\d+[\w.-]*$`)
	for name, service := range project(t).Services {
		if !version.MatchString(service.Image) {
			t.Errorf("%s: image %q names no exact version", name, service.Image)
		}
	}
	from := regexp.MustCompile(`(?m)^FROM \$(\w+) AS \w+$`)
	hits := from.FindAllStringSubmatch(dockerfile(t), -1)
	if len(hits) != strings.Count(dockerfile(t), "\nFROM ") {
		t.Error("every stage of the Dockerfile has a name, and an image that can be pinned")
	}
	bases := baseImages(t)
	for _, hit := range hits {
		if !version.MatchString(bases[hit[1]]) {
			t.Errorf("Dockerfile: %s, image %q, names no exact version", hit[1], bases[hit[1]])
		}
	}
}

// baseImages are the images that Dockerfile begins with, by their names there.
func baseImages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, hit := range regexp.MustCompile(`(?m)^ARG (\w+)=(\S+)$`).FindAllStringSubmatch(dockerfile(t), -1) {
		out[hit[1]] = hit[2]
	}
	return out
}

func dockerfile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCompose_OwnImages_RunWithoutPrivileges(t *testing.T) {
	t.Parallel()
	stages := map[string]string{}
	for stage := range strings.SplitSeq(dockerfile(t), "\nFROM ") {
		head, _, _ := strings.Cut(stage, "\n")
		if _, name, ok := strings.Cut(head, " AS "); ok {
			stages[name] = stage
		}
	}
	for _, name := range []string{"product", "content"} {
		service := project(t).Services[name]
		if service.Build == nil || service.Build.Target != name {
			t.Errorf("%s is not built from the stage of its name", name)
		}
		for _, line := range []string{"\nUSER ", "\nVOLUME /data", "\nENTRYPOINT ["} {
			if !strings.Contains(stages[name], line) {
				t.Errorf("stage %s has no%s", name, strings.TrimRight(line, " "))
			}
		}
	}
	if !strings.Contains(stages["product"], `CMD ["extension-service", "healthcheck"]`) {
		t.Error("the image of the product asks itself nothing")
	}
}

// Neither the image nor what is in it needs root, and nothing but /data and /tmp is written to:
// TestProgram_ReadOnlyDisks_WritesOnlyItsFolder in extension-service/readonly_test.go runs the program like that.
func TestProductImage_NumericUserAndReadOnlyDisk_GainsNoRights(t *testing.T) {
	t.Parallel()
	_, stage, _ := strings.Cut(dockerfile(t), " AS product\n")
	user := regexp.MustCompile(`(?m)^USER (\d+):(\d+)$`).FindStringSubmatch(stage)
	if user == nil || user[1] == "0" || user[2] == "0" {
		t.Errorf("the image runs as %v, not under the number of a user that is not root", user)
	}
	if user != nil && !strings.Contains(stage, "-u "+user[1]+" ") {
		t.Errorf("the image has no user %s", user[1])
	}
	product := project(t).Services["product"]
	memory := strings.Join(product.Tmpfs, " ")
	own := regexp.MustCompile(`^/tmp /data:uid=(\d+),gid=(\d+),\S+ /data/files:uid=(\d+),gid=(\d+),\S+$`)
	if ids := own.FindStringSubmatch(memory); !product.ReadOnly || ids == nil || user == nil ||
		!slices.Equal(ids[1:], []string{user[1], user[2], user[1], user[2]}) {
		t.Errorf("its disk is read-only: %v, but for %s", product.ReadOnly, memory)
	}
	if product.Privileged || product.User != "" || !slices.Equal(product.CapDrop, []string{"ALL"}) ||
		!slices.Equal(product.SecurityOpt, []string{"no-new-privileges:true"}) || len(product.CapAdd) > 0 {
		t.Errorf("it has rights that it does not need: %v, %v, %v", product.CapDrop, product.CapAdd, product.SecurityOpt)
	}
}

func TestCompose_Settings_AreThoseOfTheProduct(t *testing.T) {
	t.Parallel()
	want := map[string]bool{}
	for field := range reflect.TypeFor[config.Settings]().Fields() {
		want[field.Tag.Get("env")] = true
	}
	delete(want, "")             // What no setting gives.
	delete(want, "DEMO")         // Off, as in the binary.
	delete(want, "SANDBOX_VMS")  // Only beside the demo.
	delete(want, "CONTENT_PORT") // Only for a Directus on the same machine; here CONTENT_URL names it.
	got := project(t).Services["product"].Environment
	for name := range got {
		if !want[name] {
			t.Errorf("%s is no setting of the product", name)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("the setting %s cannot be set", name)
		}
	}
}

func TestCompose_MissingSecret_IsRefused(t *testing.T) {
	t.Parallel()
	for name := range secrets {
		without := maps.Clone(secrets)
		delete(without, name)
		if _, err := load(t, without); err == nil {
			t.Errorf("loads without %s", name)
		}
	}
	secret := regexp.MustCompile(`PASSWORD|TOKEN|SECRET|_EMAIL`)
	for service, s := range project(t).Services {
		for name, value := range s.Environment {
			if secret.MatchString(name) && value != nil && *value != "" && !strings.HasPrefix(*value, "secret-") {
				t.Errorf("%s: %s is written in the file", service, name)
			}
		}
	}
}

func TestCompose_MountedFiles_Exist(t *testing.T) {
	t.Parallel()
	for name, service := range project(t).Services {
		for _, volume := range service.Volumes {
			if volume.Type != types.VolumeTypeBind {
				continue
			}
			if _, err := os.Stat(volume.Source); err != nil {
				t.Errorf("%s mounts %s: %v", name, filepath.Base(volume.Source), err)
			}
		}
	}
}
