import type { CollectionConfig } from 'payload';
import { APIError } from 'payload';

export const Certificates: CollectionConfig = {
  slug: 'certificates',
  labels: { singular: { en: 'Certificate', de: 'Zertifikat' }, plural: { en: 'Certificates', de: 'Zertifikate' } },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'freelancer', 'issuer', 'expiresOn', 'yearsLeft', 'level'],
    listSearchableFields: ['name', 'issuer'],
    components: { beforeListTable: ['/src/Extend#Extend'] },
  },
  access: {
    read: ({ req }) => req.user?.roles?.includes('ad') ?? false,
    create: ({ req }) => req.user?.roles?.includes('ad') ?? false,
    update: ({ req }) => req.user?.roles?.includes('ad') ?? false,
    delete: ({ req }) => req.user?.roles?.includes('ad') ?? false,
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 80 },
    { name: 'freelancer', type: 'relationship', relationTo: 'freelancers', required: true },
    { name: 'issuer', type: 'text', maxLength: 200, index: true },
    { name: 'expiresOn', type: 'date', index: true },
    {
      name: 'yearsLeft',
      type: 'number',
      virtual: true,
      admin: { readOnly: true },
      hooks: { afterRead: [({ data }) => data?.expiresOn && new Date(data.expiresOn).getFullYear() - new Date().getFullYear()] },
    },
    { name: 'level', type: 'select', options: [{ label: 'Junior', value: 'JUNIOR' }, { label: 'Senior', value: 'SENIOR' }] },
    { name: 'paper', type: 'upload', relationTo: 'papers' },
  ],
  endpoints: [
    {
      path: '/extend',
      method: 'post',
      handler: async req => {
        const { ids, expiresOn } = (await req.json?.()) ?? {};
        if (!expiresOn) throw new APIError('expiresOn is required', 422);
        const where = { id: { in: ids }, level: { equals: 'SENIOR' } };
        const { docs, errors } = await req.payload.update({ collection: 'certificates', where, data: { expiresOn }, req, overrideAccess: false });
        return Response.json({ changed: docs.length, errors });
      },
    },
  ],
};
