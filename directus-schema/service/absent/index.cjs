// Directus asks for these packages only under settings that are not used here; see docs/decisions/0008-directus-12.md.
throw new Error(`${module.parent?.filename ?? 'Directus'} asks for a package that directus-schema/service/package.json leaves out`);
