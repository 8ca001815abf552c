import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import { axe, call, phone, fits, scenario, status } from '../browser.mjs';

const chunk = (name, body) => {
  const out = Buffer.alloc(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  out.write(name, 4, 'latin1');
  body.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
};

/** An image of two colours, wider than high. */
const png = (width, height) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) line.set(x < width / 2 ? [10, 99, 123] : [254, 235, 196], 1 + x * 3);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
};

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const file = (name, mimeType, buffer) => ({ name, mimeType, buffer });

describe('files', () => {
  scenario('a logo is cut to a square, sent, saved, and seen by everybody', { as: 'all' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?limit=1&s=id:asc');
    await page.goto(`/platform/clients/${results[0].id}`);
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('Logo', { exact: true }).setInputFiles(file('logo.png', 'image/png', png(320, 160)));
    const cutting = page.getByRole('dialog', { name: 'Cut image' });
    await cutting.getByRole('img', { name: 'logo.png' }).waitFor();
    await cutting.getByRole('radio', { name: 'Wide, 16:9' }).check();
    await cutting.getByRole('radio', { name: 'Square' }).check();
    await axe(page, 'the dialog that cuts an image');
    await cutting.getByRole('button', { name: /^Part of the image|Use this part/ }).last().click();
    await cutting.waitFor({ state: 'hidden' });
    await dialog.getByRole('img', { name: 'Logo' }).waitFor();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await page.waitForURL(/\/platform\/clients(\?.*)?$/);
    const client = await call(page, token, 'GET', `/api/client/${results[0].id}`);
    const meta = await call(page, token, 'GET', `/api/resource/${client.logoResourceId}/meta`);
    assert.deepEqual([meta.width, meta.height, meta.mimeType], [160, 160, 'image/png']);
    const seen = await fetch(new URL(`/api/image/${client.logoResourceId}?w=64`, page.url()));
    assert.equal(seen.status, 200, 'without a session');
    assert.match(seen.headers.get('cache-control'), /public.*immutable/);
  });

  scenario('what is too large or of another kind is refused in words', { as: 'all', errors: [status(415)] }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?limit=1&s=id:asc');
    await page.goto(`/platform/clients/${results[0].id}`);
    const dialog = page.getByRole('dialog').first();
    const logo = dialog.getByLabel('Logo', { exact: true });
    await logo.setInputFiles(file('poster.png', 'image/png', Buffer.alloc(11 << 20)));
    await dialog.getByText('The file has 11 MB. At most 10 MB are possible.').waitFor();
    await logo.setInputFiles(file('page.html', 'text/html', Buffer.from('<html>')));
    await dialog.getByText('The file must be one of: jpg, png, webp').waitFor();
    await page.goto('/uiguidelines');
    const files = page.getByRole('region', { name: 'Light' }).getByLabel('Files', { exact: true });
    await files.setInputFiles(file('page.pdf', 'application/pdf', Buffer.from('<html><script>alert(1)</script>')));
    await page.getByRole('region', { name: 'Light' }).getByText(/^The name says PDF, but the content is HTML/).waitFor();
    const { totalResults } = await call(page, token, 'GET', '/api/catalogImage?limit=1');
    assert.equal(totalResults, 20, 'the catalogue of the demonstration');
  });

  scenario('files of a project are sent, kept, and handed out again', { as: 'csm' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=ACTIVE&limit=1');
    await page.goto(`/projects/list/${results[0].id}`);
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('Files', { exact: true }).setInputFiles([file('plan.pdf', 'application/pdf', pdf), file('photo.png', 'image/png', png(64, 48))]);
    await dialog.getByRole('button', { name: 'Download plan.pdf' }).waitFor();
    await dialog.getByRole('button', { name: 'Look at photo.png' }).click();
    const look = page.getByRole('dialog', { name: 'photo.png' });
    await look.getByRole('img', { name: 'photo.png' }).waitFor();
    await look.getByRole('button', { name: 'Close' }).last().click();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await page.waitForURL(/\/projects\/list(\?.*)?$/);
    await page.goto(`/projects/list/${results[0].id}`);
    const [handed] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download plan.pdf' }).click()]);
    assert.equal(handed.suggestedFilename(), 'plan.pdf');
    assert.deepEqual(await readFile(await handed.path()), pdf);
    await axe(page, 'a form with files');
  });

  scenario('a logo is a picture in a list, with words for who cannot see it', { as: 'csm' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/msp?limit=100');
    const shown = (await Promise.all(results.slice(0, 20).map(({ id }) => call(page, token, 'GET', `/api/msp/${id}`)))).find(msp => msp.logoResourceId);
    assert.ok(shown, 'the demo has an MSP with a logo');
    await call(page, token, 'PUT', '/api/preference/list.msp', { value: { columns: ['name', 'logoResourceId', 'userStatus'] } });
    try {
      await page.goto(`/users/msp?filter=${encodeURIComponent(JSON.stringify({ name: shown.name }))}`);
      await page.getByRole('row').getByRole('img', { name: `Logo of ${shown.name}` }).waitFor();
      await axe(page, 'a list with pictures');
    } finally {
      await call(page, token, 'PUT', '/api/preference/list.msp', { value: null });
    }
  });

  scenario('on a phone everything fits', { as: 'csm', size: phone }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=ACTIVE&limit=1&offset=1');
    await page.goto(`/projects/list/${results[0].id}`);
    await page.getByLabel('Files', { exact: true }).setInputFiles(file(`${'long-name-'.repeat(12)}.pdf`, 'application/pdf', pdf));
    await page.getByRole('button', { name: /^Download long-name/ }).waitFor();
    await fits(page);
    await axe(page, 'files on a phone');
  });
});
