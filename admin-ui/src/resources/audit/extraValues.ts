import type { FieldMeta } from '../../meta';

/** Where the texts of coded values begin that entries hold beside the fields of their record. */
const stems: Record<string, string> = {
  'admin.darkTheme': 'ra.boolean',
  'admin.everywhere': 'ra.boolean',
  'admin.loginKind': 'enum.loginKind',
  'admin.outcome': 'login.outcome',
  'admin.roles': 'role',
  'admin.status': 'user.status',
  'job.action': 'audit.action',
  'job.kind': 'panel.jobs.kind',
};

const fields: Record<string, FieldMeta> = {
  'admin.locale': { name: 'locale', kind: 'locale' },
  'admin.scopes': {
    name: 'scopes',
    kind: 'object',
    fields: [
      { name: 'clientIds', kind: 'ref', ref: 'client', many: true },
      { name: 'legalEntityIds', kind: 'ref', ref: 'legalEntity', many: true },
    ],
  },
};

/** What is known of a value that is no field of its record: the beginning of its texts, or its kind. */
export const extraValueOf = (entity: string, name: string) => ({
  stem: stems[`${entity}.${name}`],
  field: fields[`${entity}.${name}`],
});
