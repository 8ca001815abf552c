import { createDirectus, createField, rest, staticToken } from '@directus/sdk';

const directus = createDirectus(process.env.DIRECTUS_URL).with(staticToken(process.env.DIRECTUS_TOKEN)).with(rest());
await directus.request(createField('certificates', { field: 'years_left', type: 'integer', schema: {}, meta: { interface: 'input', readonly: true, note: '$t:certificate.years_left' } }));
