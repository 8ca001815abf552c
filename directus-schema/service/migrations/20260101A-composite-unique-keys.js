// The unique keys over several columns, which a Directus snapshot cannot state.
const keys = {
  d_client_languages: { name: 'd_client_languages_client_iso_unique', columns: ['client', 'iso'] },
  d_translation_keys: { name: 'd_translation_keys_locale_key_unique', columns: ['locale', 'messageKey'] },
  d_translation_client_keys: {
    name: 'd_translation_client_keys_client_locale_key_unique',
    columns: ['client', 'locale', 'messageKey'],
  },
};

export async function up(knex) {
  for (const [table, { name, columns }] of Object.entries(keys)) {
    await knex.schema.alterTable(table, t => t.unique(columns, { indexName: name }));
  }
}

export async function down(knex) {
  for (const [table, { name, columns }] of Object.entries(keys)) {
    await knex.schema.alterTable(table, t => t.dropUnique(columns, name));
  }
}
