{{- define "poolkeeper.name" -}}
{{ printf "%s-poolkeeper" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "poolkeeper.selector" -}}
app.kubernetes.io/name: poolkeeper
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "poolkeeper.labels" -}}
{{ include "poolkeeper.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "poolkeeper.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "poolkeeper.environment" -}}
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: "8080" }
- { name: DATA_DIR, value: /data/poolkeeper } # which it makes for itself alone
- { name: SHUTDOWN_DELAY, value: {{ .Values.shutdownDelay }}s }
- { name: DRAIN_TIME, value: {{ .Values.drainTime }}s }
{{- range $name, $value := .Values.settings }}
{{- if $value }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "poolkeeper.secrets" -}}
- secretRef: { name: {{ required "existingSecret is missing: name a Secret with DATABASE_URL, SIGNING_SECRET and CONTENT_TOKEN" .Values.existingSecret | quote }} }
{{- end }}

{{- define "poolkeeper.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "poolkeeper.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "poolkeeper.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "poolkeeper.volumes" -}}
- { name: data, emptyDir: { sizeLimit: {{ .Values.scratch }} } }
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- end }}
