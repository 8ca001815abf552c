import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { product, scenario } from '../browser.mjs';

const directus = async (method, path, body) => {
  const { url, token } = product.content();
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  return (await answer.json()).data;
};

/** The entry of a key in one language. */
const entryOf = async (key, locale) => {
  const filter = encodeURIComponent(JSON.stringify({ _and: [{ messageKey: { _eq: key } }, { locale: { _eq: locale } }] }));
  return (await directus('GET', `/items/d_translation_keys?filter=${filter}&limit=1`))[0];
};

describe('texts', () => {
  scenario('edited in Directus appear in the open panel within ten seconds', { as: 'csm', at: '/projects/list' }, async page => {
    const entry = async () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assignments board' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' }).waitFor();
    const { id, messageValue: before } = await entryOf('menu.projectList', 'en');
    try {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: 'Assignments board' });
      await (await entry()).waitFor({ timeout: 10_000 });
    } finally {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: before });
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' }).waitFor();
  });

  scenario('come as a flat map with a version that saves asking twice', {}, async page => {
    const first = await page.request.get('/napi/localize?client=&locale=en');
    const messages = await first.json();
    assert.equal(messages['menu.dashboard'], 'Dashboard');
    const again = await page.request.get('/napi/localize?client=&locale=en', { headers: { 'If-None-Match': first.headers().etag } });
    assert.equal(again.status(), 304);
  });
});
