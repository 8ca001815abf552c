// MSPs: from the invitation to the trash and back, what they may do, and the projects they are offered.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, scenario, sizeName, sizes } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

/** An MSP of a scenario's own, active and at work for the first legal entity of the first client. */
const newMsp = async (page, token) => {
  const name = freshTitle('Provider');
  const msp = await call(page, token, 'POST', '/api/msp', { name, email: `${name.replace(/\W/g, '')}@provider.example`.toLowerCase() });
  const { results: clients } = await call(page, token, 'GET', '/api/client?from=0&size=50');
  const { results: entities } = await call(page, token, 'GET', `/api/client/${clients[0].id}/legalEntities`);
  await call(page, token, 'PUT', `/api/msp/${msp.id}/toLegalEntity/${entities[0].id}`);
  const active = await call(page, token, 'PUT', `/api/msp/${msp.id}/activate`, {});
  return { ...active, client: clients[0], entity: entities[0] };
};

const listOf = name => `/users/msp?filter=${encodeURIComponent(JSON.stringify({ name }))}`;
const row = (page, name) => page.getByRole('row').filter({ hasText: name });

const choose = async (page, name, item) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
};

const pick = async (page, label, text) => {
  const field = dialog(page).getByRole('combobox', { name: label });
  await field.click();
  await field.fill(text);
  await page.getByRole('option', { name: text }).first().click();
};

describe('MSPs', () => {
  scenario('an MSP is created with an invitation', { as: 'csm', at: '/users/msp' }, async (page, token) => {
    const name = freshTitle('Invited');
    await page.getByRole('link', { name: /New MSP/ }).click();
    await dialog(page).getByLabel('Name', { exact: false }).first().fill(name);
    await dialog(page).getByLabel(/^E-mail/).fill(`${name.replace(/\W/g, '')}@provider.example`);
    await dialog(page).getByRole('checkbox', { name: 'Invite by e-mail' }).check();
    await page.keyboard.press('Control+Enter');
    await row(page, name).getByText('Unverified').waitFor();
    const { results } = await call(page, token, 'GET', `/api/msp?name=${encodeURIComponent(name)}`);
    const [{ id }] = results;
    const mails = await call(page, token, 'GET', `/api/mail?entity=msp&id=${id}`);
    assert.equal(mails.totalResults, 1);
    assert.equal(mails.results[0].template, 'msp.invite');
    await page.goto(`/users/msp/${id}/users`);
    await dialog(page).getByRole('listitem').filter({ hasText: name }).getByText('Unverified').waitFor();
  });

  scenario('a second MSP with the same address is refused in its field', { as: 'csm', at: '/users/msp/create', errors: [/409/] }, async (page, token) => {
    const { email } = await newMsp(page, token);
    await dialog(page).getByLabel('Name', { exact: false }).first().fill(freshTitle('Twin'));
    await dialog(page).getByLabel(/^E-mail/).fill(email.toUpperCase());
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByText(/e-mail.*(taken|already|use)/i).first().waitFor();
  });

  scenario('legal entities are assigned and removed, permissions limited to them go along', { as: 'csm' }, async (page, token) => {
    const msp = await newMsp(page, token);
    const grants = [{ permission: 'RATE_EDIT', scope: 'legalentity', clientId: msp.client.id, legalEntityId: msp.entity.id }];
    await call(page, token, 'POST', `/api/msp/${msp.id}/permission`, { grants });
    await page.goto(`/users/msp/${msp.id}/entities`);
    const lines = dialog(page).getByRole('tabpanel').getByRole('listitem');
    await lines.filter({ hasText: msp.entity.name }).waitFor();
    await pick(page, 'Client', 'Meridian Re');
    await dialog(page).getByLabel('Legal entity').selectOption({ label: 'Meridian Re S.A.' });
    await dialog(page).getByRole('button', { name: 'Assign legal entity' }).click();
    await lines.filter({ hasText: 'Meridian Re S.A.' }).waitFor();
    await dialog(page).getByRole('button', { name: `Remove ${msp.entity.name}` }).click();
    await page.getByRole('alertdialog').getByText('Edit rates').waitFor();
    await page.getByRole('button', { name: 'Remove legal entity, take 2 permissions away' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' }); // while it is there, nothing behind it is
    await lines.filter({ hasText: msp.entity.name }).waitFor({ state: 'detached' });
    const { results } = await call(page, token, 'GET', `/api/msp/${msp.id}/permission`);
    assert.deepEqual(results, []);
  });

  scenario('the grid shows what permissions imply and saves what was ticked', { as: 'csm' }, async (page, token) => {
    const msp = await newMsp(page, token);
    await page.goto(listOf(msp.name));
    await choose(page, msp.name, 'Permissions');
    const box = (permission, place) => dialog(page).getByRole('checkbox', { name: `${permission}: ${place}`, exact: true });
    const complete = `${msp.client.name}, whole client`;
    await box('Submit applications', complete).check();
    const needed = box('See applications', complete);
    assert.ok(await needed.isChecked());
    assert.equal(await needed.getAttribute('aria-disabled'), 'true');
    await needed.click({ force: true });
    assert.ok(await needed.isChecked(), 'what is needed stays');
    assert.ok(await box('Submit applications', msp.entity.name).isChecked(), 'the whole client includes its legal entities');
    await box('Submit applications', complete).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    assert.ok(await box('Edit freelancers', msp.entity.name).isChecked(), 'the arrows lead from box to box');
    await dialog(page).getByText('4 added, 0 taken away').waitFor();
    await dialog(page).getByRole('button', { name: 'Save 4 permissions' }).click();
    await page.getByText('The permissions were saved').waitFor();
    const { results } = await call(page, token, 'GET', `/api/msp/${msp.id}/permission`);
    assert.deepEqual(results.map(({ permission, scope }) => `${permission} ${scope}`), [
      'APPLICATION_VIEW client', 'APPLICATION_SUBMIT client', 'FREELANCER_VIEW legalentity', 'FREELANCER_EDIT legalentity',
    ]);
    await page.goto(`/users/msp/${msp.id}/history`);
    await dialog(page).getByText(`Submit applications, ${msp.client.name}`, { exact: false }).first().waitFor();
    assert.equal(await dialog(page).getByText('APPLICATION_SUBMIT').count(), 0, 'no codes');
    await page.goto(listOf(msp.name));
    await choose(page, msp.name, 'Permissions');
    await box('Submit applications', complete).uncheck();
    assert.ok(await needed.isChecked(), 'what was stored stays until somebody takes it away');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /Discard/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  scenario('a project is offered in tiers, and deactivating the MSP suspends it', { as: 'csm' }, async (page, token) => {
    const msp = await newMsp(page, token);
    const project = await newProject(page, token, { clientId: msp.client.id });
    await page.goto(`/projects/list?filter=${encodeURIComponent(JSON.stringify({ title: project.title }))}`);
    await choose(page, project.title, 'Assign MSPs');
    await dialog(page).getByText('No MSP is assigned').waitFor();
    await pick(page, 'Add MSP', msp.name);
    await dialog(page).getByLabel('Tier').selectOption('2');
    await dialog(page).getByRole('textbox', { name: 'Released at' }).fill('2027-01-15T08:30');
    await dialog(page).getByRole('button', { name: 'Save 1 assignment' }).click();
    await page.getByText('The project is offered to 1 MSP').waitFor();
    const stored = await call(page, token, 'GET', `/api/project/${project.id}`);
    assert.equal(stored.msps[0].tier, 2);
    assert.match(stored.msps[0].releaseAt, /^2027-01-15T/);

    await page.goto(listOf(msp.name));
    await choose(page, msp.name, 'Deactivate');
    await dialog(page).getByText('assignment is suspended').waitFor();
    await dialog(page).getByRole('button', { name: 'Deactivate MSP, suspend 1 assignment' }).click();
    await row(page, msp.name).getByText('Inactive').waitFor();
    await page.goto(`/projects/list/${project.id}/msps`);
    await dialog(page).getByText('Suspended').waitFor();

    await page.goto(listOf(msp.name));
    await choose(page, msp.name, 'Activate');
    await dialog(page).getByRole('button', { name: 'Activate MSP, resume 1 assignment' }).click();
    await row(page, msp.name).getByText('Active', { exact: true }).waitFor();
    await page.goto(`/projects/list/${project.id}/msps`);
    await dialog(page).getByText(msp.name).waitFor();
    assert.equal(await dialog(page).getByText('Suspended').count(), 0);
    await dialog(page).getByRole('button', { name: 'Assign MSPs' }).click();
    await dialog(page).getByRole('button', { name: `Remove ${msp.name}` }).click();
    await dialog(page).getByRole('button', { name: 'Save 1 assignment' }).click();
    await dialog(page).getByText('No MSP is assigned').waitFor();
  });

  scenario('open applications have to be confirmed before an MSP is deactivated', { as: 'csm' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/msp?state=AC&limit=200');
    const busy = results.find(({ openApplicationCount }) => openApplicationCount > 0);
    await page.goto(listOf(busy.name));
    await choose(page, busy.name, 'Deactivate');
    const submit = dialog(page).getByRole('button', { name: /^Deactivate MSP/ });
    await dialog(page).getByText(/open applications? stays? and/).waitFor();
    assert.equal(await submit.getAttribute('aria-disabled'), 'true');
    await dialog(page).getByRole('checkbox').check();
    await submit.click();
    await row(page, busy.name).getByText(`${busy.openApplicationCount} open`).waitFor();
    await call(page, token, 'PUT', `/api/msp/${busy.id}/activate`, {});
  });

  scenario('deleting says what prevents it', { as: 'csm', errors: [/409/] }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/msp?state=AC&limit=200');
    const busy = results.find(({ openApplicationCount }) => openApplicationCount > 0);
    await page.goto(listOf(busy.name));
    await choose(page, busy.name, 'Delete');
    await dialog(page).getByText(/applications? (is|are) still open/).waitFor(); // before anything is clicked
    assert.equal(await dialog(page).getByRole('button', { name: /^Delete/ }).getAttribute('aria-disabled'), 'true');
  });

  scenario('an MSP is deleted, and restored for a reason', { as: 'csm' }, async (page, token) => {
    const msp = await newMsp(page, token);
    await page.goto(listOf(msp.name));
    await choose(page, msp.name, 'Delete');
    await dialog(page).getByRole('button', { name: /^Delete/ }).click();
    await page.getByText(/No MSP matches/i).first().waitFor();
    await page.goto(`/users/msp/${msp.id}`);
    await dialog(page).getByText(/deleted/i).first().waitFor();
    await dialog(page).getByRole('button', { name: /restore/i }).first().click();
    await dialog(page).getByLabel('Reason').fill('Deleted by mistake');
    await dialog(page).getByRole('button', { name: 'Restore MSP' }).click();
    await page.getByText('The MSP was restored and is inactive').waitFor();
    await dialog(page).getByText('Inactive').first().waitFor();
  });

  scenario('looking at the portal wants a reason, and an MSP that can be looked at', { as: 'csm' }, async (page, token) => {
    const msp = await newMsp(page, token);
    await page.goto(`/users/msp/${msp.id}/impersonate`);
    await dialog(page).getByText(msp.name).waitFor();
    await dialog(page).getByText('10 to 200 characters').first().waitFor();
    const submit = dialog(page).getByRole('button', { name: 'Get access' });
    assert.equal(await submit.getAttribute('aria-disabled'), 'true');
    await dialog(page).getByLabel('Reason').fill('Cannot find a project');
    await submit.click();
    await dialog(page).getByRole('link', { name: 'Open the portal' }).waitFor();
    await call(page, token, 'PUT', `/api/msp/${msp.id}/deactivate`, {});
    await page.goto(listOf(msp.name));
    await page.getByRole('button', { name: `Actions for ${msp.name}` }).click();
    assert.equal(await page.getByRole('menuitem', { name: /^View portal/ }).getAttribute('aria-disabled'), 'true');
  });
});

describe('the screens of MSPs', () => {
  const opened = page => page.getByRole('dialog').last().waitFor();
  const menu = (item, ready) => async (page, { msp }) => {
    await page.goto(listOf(msp.name));
    await choose(page, msp.name, item);
    await ready(page);
  };
  const address = (path, ready = opened) => async (page, ids) => {
    await page.goto(path(ids));
    await ready(page);
  };
  const screens = {
    list: address(() => '/users/msp', page => page.getByRole('heading', { name: 'MSPs' }).first().waitFor()),
    form: address(({ msp }) => `/users/msp/${msp.id}`),
    'legal entities': address(({ msp }) => `/users/msp/${msp.id}/entities`, page => dialog(page).getByRole('listitem').first().waitFor()),
    users: address(({ msp }) => `/users/msp/${msp.id}/users`, page => dialog(page).getByRole('listitem').first().waitFor()),
    portal: address(({ msp }) => `/users/msp/${msp.id}/impersonate`),
    permissions: menu('Permissions', page => dialog(page).getByRole('checkbox').first().waitFor()),
    deactivation: menu('Deactivate', page => dialog(page).getByText(/can no longer sign in/).waitFor()),
    assignment: address(({ project }) => `/projects/list/${project.id}/assign-msps`),
    assigned: address(({ project }) => `/projects/list/${project.id}/msps`, page => dialog(page).getByRole('tabpanel').getByRole('listitem').first().waitFor()),
  };
  for (const size of sizes) {
    scenario(`axe and width: ${sizeName(size)}`, { size, as: 'csm' }, async (page, token) => {
      const msp = await newMsp(page, token);
      const project = await newProject(page, token, { clientId: msp.client.id });
      await call(page, token, 'PUT', `/api/project/${project.id}`, { msps: [{ mspId: msp.id, tier: 1 }] });
      await call(page, token, 'POST', `/api/msp/${msp.id}/permission`, { grants: [{ permission: 'RATE_EDIT', scope: 'client', clientId: msp.client.id }] });
      for (const [name, open] of Object.entries(screens)) {
        await open(page, { msp, project });
        await axe(page, name);
        await fits(page);
      }
    });
  }
});
