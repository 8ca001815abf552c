import {
  createCollection,
  createDashboard,
  createDirectus,
  createFlow,
  createOperation,
  createPanel,
  createPermission,
  createRelation,
  rest,
  staticToken,
  updateFlow,
} from '@directus/sdk';

const directus = createDirectus(process.env.DIRECTUS_URL).with(staticToken(process.env.DIRECTUS_TOKEN)).with(rest());

/** Adds the collection, its fields and its reference. */
const levels = ['JUNIOR', 'SENIOR'].map(value => ({ value, text: `$t:certificate.level.${value}` }));
await directus.request(
  createCollection({
    collection: 'certificates',
    schema: {},
    meta: { icon: 'workspace_premium', display_template: '{{name}}', accountability: 'all' },
    fields: [
      { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: { hidden: true } },
      { field: 'name', type: 'string', schema: { max_length: 80, is_nullable: false }, meta: { interface: 'input', required: true } },
      { field: 'freelancer', type: 'integer', schema: { is_nullable: false }, meta: { interface: 'select-dropdown-m2o', special: ['m2o'], required: true } },
      { field: 'issuer', type: 'string', schema: { max_length: 200, is_indexed: true }, meta: { interface: 'input' } },
      { field: 'expires_on', type: 'date', schema: { is_indexed: true }, meta: { interface: 'datetime' } },
      { field: 'level', type: 'string', schema: {}, meta: { interface: 'select-dropdown', options: { choices: levels } } },
      { field: 'paper', type: 'uuid', schema: {}, meta: { interface: 'file', special: ['file'] } },
    ],
  }),
);
await directus.request(createRelation({ collection: 'certificates', field: 'freelancer', related_collection: 'freelancers', schema: { on_delete: 'CASCADE' } }));
await directus.request(createRelation({ collection: 'certificates', field: 'paper', related_collection: 'directus_files', schema: { on_delete: 'SET NULL' } }));
for (const action of ['create', 'read', 'update', 'delete']) {
  await directus.request(createPermission({ policy: process.env.DIRECTUS_POLICY, collection: 'certificates', action, fields: ['*'], permissions: {} }));
}

/** Adds the action: a flow that is started by hand for chosen records and asks for the new day. */
const day = { field: 'expires_on', type: 'date', name: '$t:certificate.expires_on', meta: { interface: 'datetime', required: true } };
const { id: flow } = await directus.request(
  createFlow({
    name: '$t:certificate.extend',
    status: 'active',
    trigger: 'manual',
    accountability: 'all',
    options: { collections: ['certificates'], location: 'both', requireSelection: true, requireConfirmation: true, confirmationDescription: '$t:certificate.extend', fields: [day] },
  }),
);
const { id: operation } = await directus.request(
  createOperation({
    flow, key: 'extend', name: 'Extend', type: 'item-update', position_x: 20, position_y: 1,
    options: {
      collection: 'certificates',
      permissions: '$trigger',
      emitEvents: true,
      query: { filter: { id: { _in: '{{$trigger.body.keys}}' }, level: { _eq: 'SENIOR' } } },
      payload: { expires_on: '{{$trigger.body.expires_on}}' },
    },
  }),
);
await directus.request(updateFlow(flow, { operation }));

/** Adds the card, as a panel of a dashboard. */
const { id: dashboard } = await directus.request(createDashboard({ name: '$t:certificate.plural', icon: 'workspace_premium' }));
await directus.request(
  createPanel({
    dashboard, name: '$t:certificate.seniors', type: 'metric', position_x: 1, position_y: 1, width: 12, height: 6, show_header: true,
    options: { collection: 'certificates', function: 'count', field: 'id', filter: { level: { _eq: 'SENIOR' } } },
  }),
);
