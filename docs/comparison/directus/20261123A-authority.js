/** The studio cannot rename a field, and applying a snapshot drops one column and makes another. What is kept by name moves along. */
export const up = async knex => {
  await knex.schema.alterTable('certificates', table => table.renameColumn('issuer', 'authority'));
  await knex('directus_fields').where({ collection: 'certificates', field: 'issuer' }).update({ field: 'authority' });
  for (const preset of await knex('directus_presets').where({ collection: 'certificates' })) {
    const renamed = name => JSON.stringify(preset[name] && JSON.parse(preset[name]))?.replaceAll('"issuer"', '"authority"');
    await knex('directus_presets').where({ id: preset.id }).update({ filter: renamed('filter'), layout_query: renamed('layout_query'), layout_options: renamed('layout_options') });
  }
};

export const down = async knex => {
  await knex.schema.alterTable('certificates', table => table.renameColumn('authority', 'issuer'));
  await knex('directus_fields').where({ collection: 'certificates', field: 'authority' }).update({ field: 'issuer' });
};
