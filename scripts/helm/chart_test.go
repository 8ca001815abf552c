package helm

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

// rendered are the objects of the chart, read as strictly as Kubernetes' own types are: no field that they do not have.
type rendered struct {
	deployment apps.Deployment
	migration  batch.Job
	service    core.Service
	disruption policy.PodDisruptionBudget
	autoscaler autoscaling.HorizontalPodAutoscaler
	ingress    networking.Ingress
}

func render(values map[string]any) (map[string]string, error) {
	chart, err := loader.Load("../../deploy/helm/poolkeeper")
	if err != nil {
		return nil, err
	}
	all, err := chartutil.ToRenderValues(chart, values, chartutil.ReleaseOptions{Name: "staging", Namespace: "pk"}, nil)
	if err != nil {
		return nil, err
	}
	return engine.Render(chart, all)
}

// objects renders the chart. Those that values switch off stay empty.
func objects(t *testing.T, values map[string]any) (out rendered) {
	t.Helper()
	files, err := render(values)
	if err != nil {
		t.Fatal(err)
	}
	into := map[string]any{
		"deployment": &out.deployment, "migration": &out.migration, "service": &out.service,
		"disruption": &out.disruption, "autoscaler": &out.autoscaler, "ingress": &out.ingress,
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		_, file, _ := strings.Cut(path, "templates/")
		name, isObject := strings.CutSuffix(file, ".yaml")
		if !isObject {
			continue
		}
		if into[name] == nil {
			t.Errorf("nobody reads %s", file)
		} else if err := yaml.UnmarshalStrict([]byte(files[path]), into[name]); err != nil {
			t.Errorf("%s: %v\n%s", file, err, files[path])
		}
	}
	return out
}

var needed = map[string]any{"existingSecret": "poolkeeper"}

func TestChart_WithoutSecret_NamesWhatIsMissing(t *testing.T) {
	if _, err := render(nil); err == nil || !strings.Contains(err.Error(), "existingSecret is missing") {
		t.Errorf("it renders: %v", err)
	}
}

func TestChart_Copies_AreProbedAndDrained(t *testing.T) {
	o := objects(t, needed)
	pod := o.deployment.Spec.Template.Spec
	c := pod.Containers[0]
	if *o.deployment.Spec.Replicas != 3 || o.disruption.Spec.MinAvailable.IntValue() != 2 {
		t.Errorf("%d copies, of which %v stay", *o.deployment.Spec.Replicas, o.disruption.Spec.MinAvailable)
	}
	if c.ReadinessProbe.HTTPGet.Path != "/readyz" || c.LivenessProbe.HTTPGet.Path != "/healthz" || c.StartupProbe == nil {
		t.Errorf("probes: %+v %+v %+v", c.StartupProbe, c.ReadinessProbe, c.LivenessProbe)
	}
	if c.Lifecycle == nil || c.Lifecycle.PreStop == nil || *pod.TerminationGracePeriodSeconds != 90 {
		t.Errorf("a copy is ended by %+v within %d s", c.Lifecycle, *pod.TerminationGracePeriodSeconds)
	}
	labels := o.deployment.Spec.Template.Labels
	for name, selector := range map[string]map[string]string{
		"deployment": o.deployment.Spec.Selector.MatchLabels, "service": o.service.Spec.Selector,
		"disruption": o.disruption.Spec.Selector.MatchLabels,
	} {
		for key, value := range selector {
			if labels[key] != value {
				t.Errorf("the %s selects %s=%s, and copies have %s", name, key, value, labels[key])
			}
		}
		if o.migration.Spec.Template.Labels["app.kubernetes.io/name"] == selector["app.kubernetes.io/name"] {
			t.Errorf("the %s selects the migration as well", name)
		}
	}
}

func TestChart_CopiesAndMigration_RunWithoutPrivilegesAndContainNoSecret(t *testing.T) {
	o := objects(t, needed)
	for name, pod := range map[string]core.PodSpec{
		"copy": o.deployment.Spec.Template.Spec, "migration": o.migration.Spec.Template.Spec,
	} {
		c := pod.Containers[0]
		s := c.SecurityContext
		if !*pod.SecurityContext.RunAsNonRoot || *pod.SecurityContext.RunAsUser != 10001 ||
			*pod.AutomountServiceAccountToken || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation ||
			!slices.Equal(s.Capabilities.Drop, []core.Capability{"ALL"}) {
			t.Errorf("the %s has rights that it does not need: %+v %+v", name, pod.SecurityContext, s)
		}
		if len(c.EnvFrom) != 1 || c.EnvFrom[0].SecretRef.Name != "poolkeeper" {
			t.Errorf("the %s takes its secrets from %+v", name, c.EnvFrom)
		}
	}
	if hook := o.migration.Annotations["helm.sh/hook"]; hook != "pre-install,pre-upgrade" ||
		!slices.Equal(o.migration.Spec.Template.Spec.Containers[0].Args, []string{"migrate"}) {
		t.Errorf("it migrates at %q", hook)
	}
}

func TestChart_AutoscalingIngressAndDigest_AreApplied(t *testing.T) {
	o := objects(t, map[string]any{
		"existingSecret": "poolkeeper", "autoscaling": map[string]any{"enabled": true},
		"image":   map[string]any{"digest": "sha256:1f"},
		"ingress": map[string]any{"enabled": true, "host": "panel.example.com", "tlsSecret": "panel-tls"},
	})
	if o.deployment.Spec.Replicas != nil || o.autoscaler.Spec.ScaleTargetRef.Name != o.deployment.Name ||
		o.autoscaler.Spec.MaxReplicas != 8 {
		t.Errorf("replicas %v, scaled by %+v", o.deployment.Spec.Replicas, o.autoscaler.Spec)
	}
	if got := o.deployment.Spec.Template.Spec.Containers[0].Image; got != "poolkeeper/product@sha256:1f" {
		t.Errorf("image %s", got)
	}
	if rule := o.ingress.Spec.Rules[0]; rule.Host != "panel.example.com" ||
		rule.HTTP.Paths[0].Backend.Service.Name != o.service.Name || o.ingress.Spec.TLS[0].SecretName != "panel-tls" {
		t.Errorf("ingress %+v", o.ingress.Spec)
	}
}
