import type { CollectionConfig } from 'payload';

export const Papers: CollectionConfig = {
  slug: 'papers',
  access: { read: ({ req }) => req.user?.roles?.includes('ad') ?? false },
  upload: { mimeTypes: ['application/pdf'] },
  fields: [],
};
