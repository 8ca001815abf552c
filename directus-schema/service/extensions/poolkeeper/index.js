import { account } from './account.js';
import { announce, collections } from './announce.js';
import { reportLicence } from './licence.js';

/** The part of the service that lives inside Directus: its account at start-up, a wake-up call after each change, its licence. */
export default ({ init, action }, { env, services, database, getSchema, logger }) => {
  const wake = announce({ url: env.POOLKEEPER_WAKE_URL, token: env.POOLKEEPER_TOKEN });
  for (const event of ['create', 'update', 'delete', 'sort']) {
    action(`items.${event}`, ({ collection }) => collections.includes(collection) && wake());
  }
  init('routes.custom.after', ({ app }) => reportLicence(app));
  action('server.start', async () => {
    try {
      await account({ env, services, database, schema: await getSchema() });
    } catch (err) {
      logger.error(err, 'the account of the service could not be prepared');
    }
  });
};
