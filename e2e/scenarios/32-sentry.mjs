// What goes wrong in a browser reaches Sentry where an address of it is set: with the call it follows from, and nothing that somebody has typed.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe } from 'node:test';
import { scenario } from '../browser.mjs';
import { startService, until } from '../product.mjs';

describe('errors and replays in Sentry', () => {
  let service;
  let sentry;
  let sent = [];
  const of = () => ({ url: service.url, others: [`http://127.0.0.1:${sentry.address().port}`] });
  /** The items of all envelopes, each a header and what follows it. */
  const items = () => sent.flatMap(text => text.split('\n').slice(1));
  const failure = () => items().filter(text => broken.test(text)).map(text => JSON.parse(text)).find(item => item.exception);
  const thrown = page => page.evaluate(() => setTimeout(() => { throw new Error('the panel broke'); }));
  const broken = /the panel broke/;
  /** Whether the page has asked for what records it: it does so before it sends anything. */
  const recorder = page => {
    const wanted = [];
    page.on('request', request => /\/assets\/replay-/.test(request.url()) && wanted.push(request.url()));
    return wanted;
  };

  before(async () => {
    sentry = createServer((request, answer) => {
      let text = '';
      request.on('data', part => { text += part; });
      request.on('end', () => {
        sent.push(text);
        answer.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
      });
    });
    await new Promise(done => sentry.listen(0, '127.0.0.1', done));
    service = await startService(['build/extension-service', 'serve'], { SENTRY_DSN: `http://key@127.0.0.1:${sentry.address().port}/1` });
  });
  after(async () => {
    await service?.stop();
    sentry?.close();
  });

  scenario('an error names the call before it, and the replay shows no text', { as: 'csm', of }, async page => {
    sent = [];
    const recording = recorder(page);
    await page.addInitScript(() => { Math.random = () => 0.19; });
    const calls = [];
    page.on('request', request => calls.push(request.headers()['x-request-id']));
    await page.goto('/projects/list?filter=%7B%22title%22%3A%22developer%22%7D');
    await page.getByRole('row').nth(1).waitFor();
    await until('the replay', 30, () => sent.some(text => text.includes('replay_recording')));
    const search = page.getByRole('searchbox').first();
    await search.fill('Typedword');
    page.removeAllListeners('pageerror');
    await thrown(page);
    await until('the error in Sentry', 30, failure);
    const event = failure();
    assert.ok(calls.includes(event.tags.requestId), event.tags.requestId);
    assert.deepEqual(Object.keys(event.user), ['id']);
    assert.equal(recording.length, 1);
    const replay = sent.join('\n');
    for (const secret of ['developer', 'Developer', 'Typedword', 'poolkeeper.example']) assert.ok(!replay.includes(secret), `${secret} was sent`);
  });

  scenario('four sessions of five are not replayed', { as: 'csm', of }, async page => {
    sent = [];
    const recording = recorder(page);
    await page.addInitScript(() => { Math.random = () => 0.21; });
    await page.goto('/projects/list');
    await page.getByRole('row').nth(1).waitFor();
    page.removeAllListeners('pageerror');
    await until('the error in Sentry', 30, async () => {
      await thrown(page);
      return failure();
    });
    assert.deepEqual(recording, []);
  });

  scenario('nothing is replayed while somebody sees the panel as another role', { as: 'config', of }, async page => {
    sent = [];
    const recording = recorder(page);
    await page.addInitScript(() => {
      Math.random = () => 0.19;
      sessionStorage.setItem('panel.viewAs', 'a');
    });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    page.removeAllListeners('pageerror');
    await until('the error in Sentry', 30, async () => {
      await thrown(page);
      return failure();
    });
    assert.deepEqual(recording, []);
  });
});
