// A part of a product fails: the status says which, why, since when and what to do, and that it works again.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { axe, pictureInBothThemes, scenario } from '../browser.mjs';
import { startService } from '../product.mjs';

describe('a part that fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'poolkeeper-sink-'));
  const place = join(folder, 'later');
  let service;
  const of = () => ({ url: service.url });
  before(async () => {
    service = await startService(['build/extension-service', 'serve'], { AUDIT_SINK: join(place, 'audit.jsonl') });
  });
  after(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  scenario('is named with why and what to do, until it works again', { as: 'tech', at: '/platform/status', of }, async page => {
    const sink = page.getByRole('listitem').filter({ hasText: 'Audit sink' });
    await page.getByText('The product works, but not all of it.').waitFor({ timeout: 30_000 });
    await sink.getByText('Impaired', { exact: true }).waitFor();
    await sink.getByText(/Check AUDIT_SINK.*no such file/s).waitFor();
    await axe(page, 'the status of a product that is impaired');
    await pictureInBothThemes(page, 'status-impaired');
    mkdirSync(place);
    await sink.getByText('Works', { exact: true }).waitFor({ timeout: 60_000 });
    assert.match(await sink.getByText(/^Impaired from .* to /).last().textContent(), /no such file/);
  });
});
