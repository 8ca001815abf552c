// What is shown stays where it is while the rest comes, and what is read can be printed.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { desk, phone, scenario, settled } from '../browser.mjs';

/** Adds up how far what was already shown has moved, as the browser counts it. */
const countShifts = page =>
  page.addInitScript(() => {
    window.moved = [];
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries()) window.moved.push([value, ...sources.map(({ node }) => node?.className ?? '')]);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** A fifth of what browsers call good. */
const most = 0.02;

const addresses = [
  '/projects/list/create', '/projects/list/1', '/projects/list/1/history', '/projects/list/252/applications',
  '/projects/applications/create', '/projects/applications/1', '/users/freelancers/create', '/users/freelancers/1',
  '/users/freelancers/1/overview', '/users/freelancers/1/impersonate', '/users/freelancers/244/binding', '/users/msp/create', '/users/msp/1',
  '/platform/clients/create', '/platform/clients/2', '/platform/legal-entities/create', '/platform/legal-entities/1',
  '/platform/audit/1', '/platform/formulas',
];

describe('nothing jumps while an address opens', () => {
  for (const size of [desk, phone]) {
    for (const at of addresses) {
      scenario(`steady: ${at}, ${size.width} px`, { as: 'all', size }, async page => {
        await countShifts(page);
        await page.goto(at);
        await page.getByRole('heading').first().waitFor();
        await page.waitForLoadState('networkidle'); // the parts that come last are those that move the others
        await settled(page);
        const moved = await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(window.moved)))));
        const sum = moved.reduce((before, [value]) => before + value, 0);
        assert.ok(sum < most, `${sum.toFixed(3)}: ${JSON.stringify(moved.filter(([value]) => value > 0.002))}`);
      });
    }
  }
});

const portrait = { width: 718, height: 1047 };
const landscape = { width: 1047, height: 718 };
const pages = pdf => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe('on paper', () => {
  for (const [name, size] of Object.entries({ upright: portrait, landscape })) {
    const onPaper = async (page, theme) => {
      await settled(page);
      await page.setViewportSize(size);
      await page.emulateMedia({ media: 'print' });
      const ground = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--text').trim());
      assert.equal(ground, '#152025', `${theme}: dark letters`);
    };
    scenario(`a list is printed whole, ${name}`, { as: 'all', theme: 'dark', at: '/projects/list?per-page=50' }, async page => {
      await page.getByText(/^1–50 of/).waitFor();
      await onPaper(page, 'dark');
      const table = await page.locator('.grid').boundingBox();
      assert.ok(table.width > size.width - 80, `the table is ${table.width} px wide on a paper of ${size.width}`);
      const last = page.getByRole('row').last();
      assert.ok((await last.boundingBox()).y > size.height, 'the last row comes on a later page');
      assert.equal(await page.getByRole('button', { name: 'New project' }).isVisible(), false, 'nothing to click');
      await page.emulateMedia({ media: null });
      assert.ok(pages(await page.pdf({ format: 'A4', landscape: name === 'landscape' })) > 1, 'more than one page');
    });
    scenario(`a dashboard is printed whole, ${name}`, { as: 'all', at: '/dashboard' }, async page => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await onPaper(page, 'light');
      const [inside, room] = await page.locator('.dash-body').evaluate(body => [body.scrollHeight, body.clientHeight]);
      assert.ok(inside <= room, `${inside} px are in a place of ${room}`);
      assert.ok((await page.locator('.dash-body').boundingBox()).width > size.width - 80);
    });
    for (const [what, at, part] of [['record', '/projects/list/1', '.dlg > .body'], ['application', '/projects/applications/1', '.appl .body']]) {
      scenario(`${what === 'record' ? 'a' : 'an'} ${what} is printed without the list behind it, ${name}`, { as: 'all', at }, async page => {
        await page.locator(part).first().waitFor();
        await onPaper(page, 'light');
        const [inside, room] = await page.locator(part).first().evaluate(body => [body.scrollHeight, body.clientHeight]);
        assert.ok(inside <= room, `${inside} px are in a place of ${room}`);
        assert.equal(await page.locator('.grid').isVisible(), false, 'the list is not printed');
      });
    }
  }
});
