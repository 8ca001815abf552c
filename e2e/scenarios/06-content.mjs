import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { product, scenario } from '../browser.mjs';
import { until } from '../product.mjs';

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
  // The ten seconds are promised by how often the service and the panel look, which their own tests hold. Here a machine
  // with much else to do has its time, and the panel its next look.
  scenario('edited in Directus appear in the open panel at its next look', { as: 'csm', at: '/projects/list' }, async page => {
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assignments board' });
    const served = async () => (await (await page.request.get('/napi/localize?client=&locale=en')).json())['menu.projectList'];
    let looks = 0;
    page.on('request', asked => { if (asked.url().includes('/napi/localize')) looks += 1; });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' }).waitFor();
    const { id, messageValue: before } = await entryOf('menu.projectList', 'en');
    try {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: 'Assignments board' });
      await until('the edited text', 60, async () => (await served()) === 'Assignments board');
      looks = 0;
      await entry.waitFor({ timeout: 60_000 });
      assert.ok(looks <= 1, `the panel looked ${looks} times`);
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
