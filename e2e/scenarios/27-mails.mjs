// Mails as operators see them: failed, held back, stopped, sent again.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { move, newApplication } from '../applications.mjs';
import { axe, call, fits, pictureInBothThemes, scenario, settled, sizeName, sizes, status } from '../browser.mjs';
import { startMailServer } from '../mailServer.mjs';
import { startService, until } from '../product.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

const at = '/platform/mails';
const about = (token, entity, id) => page => call(page, token, 'GET', `/api/mails?entity=${entity}&entityId=${id}`).then(({ results }) => results);

describe('mails', () => {
  let server;
  let service;
  const of = () => service;

  before(async () => {
    server = await startMailServer();
    service = await startService(['build/extension-service', 'serve'], { SMTP_URL: server.url });
  });
  after(async () => {
    await service?.stop();
    await server?.stop();
  });

  /** A mail that the server did not want. */
  const failing = async (page, token) => {
    server.isRefusing = true;
    const made = await call(page, token, 'POST', '/api/freelancer', {
      firstName: 'Mona', lastName: 'Postlos', email: `mona.${Date.now()}@example.com`, sendVerification: true,
    });
    const mails = about(token, 'freelancer', made.id);
    await until('the failure of a mail', 60, async () => (await mails(page))[0]?.state === 'FAILED');
    return (await mails(page))[0];
  };

  scenario('that have failed are found from the start page, read as they go out, and sent again', { of, as: 'all', at: '/dashboard' }, async (page, token) => {
    const failed = await failing(page, token);
    await page.reload();
    const waiting = page.locator('[data-worklist="mailsFailed"]');
    await waiting.getByRole('button', { name: /^Failed mails/ }).click();
    await waiting.getByRole('listitem').filter({ hasText: failed.recipient }).waitFor();
    await page.goto(`${at}?filter=${encodeURIComponent(JSON.stringify({ state: ['FAILED'] }))}`);
    const row = page.getByRole('row').filter({ hasText: failed.recipient });
    await row.getByText('Refused by the mail server').waitFor();
    assert.equal(await page.locator('tbody tr').count(), (await call(page, token, 'GET', '/api/mails?state=FAILED')).totalResults);
    await row.getByRole('link', { name: 'Confirm an e-mail address' }).click();
    await dialog(page).getByText('Hello Mona').waitFor();
    await dialog(page).getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
    await dialog(page).getByText(/550 "no such mailbox"/).waitFor();
    server.isRefusing = false;
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog', { name: 'Send this mail again?' }).getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The mail waits to be sent').waitFor();
    await until('the mail', 60, () => server.taken.some(text => text.includes(`To: <${failed.recipient}>`)));
  });

  scenario('that are held back are stopped, and wait again', { as: 'csm' }, async (page, token) => {
    const project = await newProject(page, token, { title: freshTitle('Mailing') });
    const { id } = await newApplication(page, token, project);
    await move(page, token, id, 'rm', 'SKILLS');
    const filter = encodeURIComponent(JSON.stringify({ entity: ['application'], entityId: String(id), state: ['QUEUED'] }));
    await page.goto(`${at}?filter=${filter}`);
    await page.getByRole('link', { name: 'Refusal of an application' }).click();
    await dialog(page).getByText(/^Waits until .*: until then it can be stopped/).waitFor();
    await axe(page, 'a mail about an application');
    await dialog(page).getByRole('button', { name: 'Stop the mail' }).click();
    await page.getByRole('dialog', { name: 'Stop this mail?' }).getByRole('button', { name: 'Stop the mail' }).click();
    await dialog(page).getByText('Stopped by hand').waitFor();
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog', { name: 'Send this mail again?' }).getByRole('button', { name: 'Send again' }).click();
    await dialog(page).getByText(/^Waits until /).waitFor();
    const [mail] = (await about(token, 'application', id)(page)).filter(({ template }) => template === 'application.rejected');
    assert.deepEqual([mail.state, mail.dueAt], ['QUEUED', mail.sendAt]);
  });

  scenario('tell whoever does not read their records of no person', { as: 'tech', at }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/mails?limit=1');
    assert.match(results[0].recipient, /•••@/);
    await page.getByRole('link', { name: /./ }).and(page.locator('tbody a.t')).first().click();
    await dialog(page).getByText('Names are hidden: your roles do not read this kind of record.').waitFor();
  });

  scenario('are not there for others', { as: 'content', at, errors: [status(403), status(404)] }, async page => {
    await page.getByText('404').first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Mails' }).count(), 0);
  });

  for (const size of sizes) {
    scenario(`mails: ${sizeName(size)}`, { of, as: 'all', size, at }, async (page, token) => {
      const failed = await failing(page, token);
      await page.goto(`${at}?filter=${encodeURIComponent(JSON.stringify({ state: ['FAILED'] }))}`);
      await page.getByText(failed.recipient).first().waitFor();
      await settled(page);
      await fits(page);
      await axe(page, 'the mails');
      await pictureInBothThemes(page, `mails-${size.width}`);
      await page.goto(`${at}/${failed.id}`);
      await dialog(page).getByText('Hello Mona').waitFor();
      await axe(page, 'a mail');
      await pictureInBothThemes(page, `mail-${size.width}`);
    });
  }
});
