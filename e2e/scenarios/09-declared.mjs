import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { axe, scenario } from '../browser.mjs';
import { startService } from '../product.mjs';

const binary = 'build/example-service';
let example;

describe('a resource that is only declared', () => {
  before(async () => {
    const repository = resolve(import.meta.dirname, '..', '..');
    execFileSync('go', ['build', '-o', binary, './extension-service/internal/example/serve'], { cwd: repository });
    example = await startService(binary);
  });
  after(() => example?.stop());

  const how = { as: 'content', at: '/dashboard', of: () => example };

  scenario('is listed, created, edited and deleted on generic screens', how, async page => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Skills' }).click();
    await page.getByRole('link', { name: /skill$/i }).or(page.getByRole('button', { name: /skill$/i })).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Client' }).click();
    await dialog.getByRole('option', { name: 'Norrsken Bank' }).click();
    await dialog.getByLabel('Name').fill('Weaving');
    await dialog.getByLabel('Level').fill('9');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    await dialog.getByText('Must be 5 or less.').waitFor();
    await dialog.getByLabel('Level').fill('4');
    await axe(page, 'form of a declared resource');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'Weaving' });
    await row.waitFor();
    await axe(page, 'list of a declared resource');
    await row.getByRole('link').first().click();
    await dialog.getByLabel('Name').fill('Knitting');
    await dialog.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByRole('row').filter({ hasText: 'Knitting' }).waitFor();
  });
});
