-- +goose Up
-- What one domain may know of the records of another. The owner of a table answers for these views: it may keep what they
-- say in another way, and says it here as before.
CREATE VIEW client_facts AS
SELECT id, name, deleted_at, active, currency, time_zone, reopen_window_days, auto_close_when_filled, pay_rate_formula,
       bill_rate_formula, hours_per_day, days_per_week, markup_pct, margin_pct, msp_fee_pct, vms_fee_pct, platform_fee_pct,
       vms_fee, chf_cash_rounding
  FROM clients;

CREATE VIEW legal_entity_facts AS
SELECT id, client_id, name, name_fold, currency, pay_rate_formula, bill_rate_formula, markup_pct, margin_pct, msp_fee_pct,
       vms_fee_pct, platform_fee_pct, vms_fee
  FROM legal_entities;

CREATE VIEW project_facts AS
SELECT id, client_id, legal_entity_id, handle, vms_id, title, status, currency, rate_unit, rate_min, rate_max, hours_per_week,
       positions, assignment_period_end, pay_rate_formula, bill_rate_formula
  FROM projects;

CREATE VIEW application_facts AS
SELECT id, freelancer_id, project_id, client_id, legal_entity_id,
       CASE WHEN status = 'h' THEN 1 ELSE 0 END AS is_hired,
       CASE WHEN rate_override_reason <> '' THEN 1 ELSE 0 END AS has_rate_reason,
       CASE WHEN message <> '' OR status_comment <> '' THEN 1 ELSE 0 END AS has_message,
       CASE WHEN answers NOT IN ('', '[]', 'null') THEN 1 ELSE 0 END AS has_answers
  FROM applications;

-- Applications that are with the client.
CREATE VIEW sent_applications AS
SELECT id, freelancer_id, project_id, client_id, legal_entity_id
  FROM applications
 WHERE status IN ('sp', 's2c', 'h')
   AND deleted_at IS NULL;

-- Applications under review whose rates follow from formulas: those set by hand stay as they are.
CREATE VIEW formula_applications AS
SELECT id, project_id, client_id, legal_entity_id, handle, msp_id, pay_rate, bill_rate, talent_rate, rate_unit, hours_per_week,
       CASE WHEN provider_kind = 'msp' THEN 1 ELSE 0 END AS is_msp
  FROM applications
 WHERE status IN ('uc', 'a')
   AND deleted_at IS NULL
   AND rate_breakdown NOT LIKE '%"byHand":[%';

-- Applications under review whose formulas did not come to a rate that can be sent, unless somebody has decided to send it all
-- the same. The condition is that of their index, word for word: the planner goes by it.
CREATE VIEW warned_applications AS
SELECT id, project_id, client_id, legal_entity_id, handle, rate_breakdown
  FROM applications{{if sqlite}} INDEXED BY applications_warned_idx{{end}}
 WHERE status IN ('uc', 'a') AND deleted_at IS NULL AND (rate_override = 0 OR rate_override_reason = '') AND rate_breakdown LIKE '%"warnings":[{%';

CREATE VIEW invitation_facts AS
SELECT id, freelancer_id, client_id, legal_entity_id
  FROM invitations;

CREATE VIEW mail_facts AS
SELECT id, entity, entity_id, template, recipient, state, created
  FROM mails;

CREATE VIEW audit_facts AS
SELECT id, entity, entity_id
  FROM audit;

-- The values that are kept under somebody's own key.
CREATE VIEW audit_value_facts AS
SELECT s.entity, s.entity_id, v.audit_id
  FROM audit_values v
  JOIN audit_subjects s ON s.id = v.subject_id;

CREATE VIEW job_row_facts AS
SELECT j.entity, r.record_id, r.job_id
  FROM job_rows r
  JOIN jobs j ON j.id = r.job_id;

CREATE VIEW file_subject_facts AS
SELECT resource_id, entity, entity_id, made
  FROM resource_subjects;

CREATE VIEW file_use_facts AS
SELECT resource_id, entity, entity_id
  FROM resource_uses;
