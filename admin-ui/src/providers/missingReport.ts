import { currentClient } from './client';
import { currentMessages } from './messages';

const dotted = /^[\w-]+(\.[\w-]+)+$/;

/** Tells the service which texts were lacking, by `locale key page`. What cannot be a key of ours stays here: it may be anybody's words. */
export const reportMissing = async (found: readonly (readonly [string, number])[]) => {
  const roots = new Set(Object.keys(currentMessages().texts).map(key => key.split('.')[0]));
  const keys = new Map<string, { messageKey: string; route: string; count: number }[]>();
  for (const [id, count] of found) {
    const [locale = '', messageKey = '', route = ''] = id.split(' ');
    if (!dotted.test(messageKey) || !roots.has(messageKey.split('.')[0])) continue;
    keys.set(locale, [...(keys.get(locale) ?? []), { messageKey, route, count }]);
  }
  for (const [locale, some] of keys) {
    await fetch('/api/translation/missing', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client: currentClient(), locale, keys: some }),
    });
  }
};
