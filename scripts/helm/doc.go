// Package helm renders the chart of deploy/helm as Helm does, and reads what comes out as Kubernetes does. It is a
// module of its own, since both are large; scripts/prove runs it.
package helm
