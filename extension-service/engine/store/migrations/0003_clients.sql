-- +goose Up
CREATE TABLE clients (
	{{record}},
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	code {{text}} NOT NULL,
	currency {{text}} NOT NULL,
	languages {{text}} NOT NULL,
	active BIGINT NOT NULL,
	time_zone {{text}} NOT NULL,
	is_auth0_login_enabled BIGINT NOT NULL,
	is_classic_login_enabled BIGINT NOT NULL,
	logo_resource_id {{text}} NOT NULL,
	send_channel {{text}} NOT NULL CONSTRAINT clients_send_channel_known CHECK (send_channel IN ('VMS', 'MANUAL')),
	vms_connection_id BIGINT,
	pay_rate_formula {{text}} NOT NULL,
	bill_rate_formula {{text}} NOT NULL,
	hours_per_day BIGINT NOT NULL,
	days_per_week BIGINT NOT NULL,
	markup_pct BIGINT,
	margin_pct BIGINT,
	msp_fee_pct BIGINT,
	vms_fee_pct BIGINT,
	platform_fee_pct BIGINT,
	vms_fee BIGINT,
	reopen_window_days BIGINT NOT NULL,
	unconfirmed_ttl_days BIGINT NOT NULL,
	membership_ttl_days BIGINT,
	retention_days BIGINT NOT NULL,
	auto_close_when_filled BIGINT NOT NULL,
	ignore_ownership_restriction BIGINT NOT NULL,
	chf_cash_rounding BIGINT NOT NULL,
	CONSTRAINT clients_some_login CHECK (is_auth0_login_enabled + is_classic_login_enabled > 0)
);
CREATE UNIQUE INDEX clients_name_unique ON clients (name);
CREATE UNIQUE INDEX clients_code_unique ON clients (code);
CREATE INDEX clients_name_fold_idx ON clients (name_fold, id);
{{if postgres}}{{contains "clients" "name_fold"}}
{{end}}
CREATE TABLE legal_entities (
	{{record}},
	client_id BIGINT NOT NULL CONSTRAINT legal_entities_client_fk REFERENCES clients (id),
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	legal_name {{text}} NOT NULL,
	code {{text}} NOT NULL,
	address {{text}} NOT NULL,
	country {{text}} NOT NULL,
	vat_id {{text}} NOT NULL,
	currency {{text}} NOT NULL,
	vms_code {{text}} NOT NULL,
	locale {{text}} NOT NULL,
	active BIGINT NOT NULL,
	pay_rate_formula {{text}} NOT NULL,
	bill_rate_formula {{text}} NOT NULL,
	markup_pct BIGINT,
	margin_pct BIGINT,
	msp_fee_pct BIGINT,
	vms_fee_pct BIGINT,
	platform_fee_pct BIGINT,
	vms_fee BIGINT,
	ignore_ownership_restriction BIGINT
);
CREATE UNIQUE INDEX legal_entities_client_id_code_unique ON legal_entities (client_id, code) WHERE code <> '';
CREATE INDEX legal_entities_client_idx ON legal_entities (client_id, id);
{{if postgres}}{{contains "legal_entities" "name_fold"}}
{{end}}