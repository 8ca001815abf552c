// From a project to compared applications: who fits it and why, what is a must, what counts how much, and one step for all who are ticked.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { newFreelancer } from '../applications.mjs';
import { axe, call, fits, phone, scenario } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

const as = 'csm';
const consent = { kinds: ['dataProcessing', 'pool'], givenAt: '2026-01-02T10:00:00.000Z', channel: 'PHONE', note: 'said so' };

/** Somebody with these skills who may be proposed. */
const able = async (page, token, fields) => {
  const person = await newFreelancer(page, token, fields);
  await call(page, token, 'POST', `/api/freelancer/${person.id}/consent`, consent);
  return person;
};

/** A project that asks for two skills nobody else has, and two people who have them. */
const prepared = async (page, token) => {
  const must = freshTitle('Thatching');
  const wish = freshTitle('Reed cutting');
  const project = await newProject(page, token, { skills: [must, wish], rateMax: 100 });
  const complete = await able(page, token, { skills: [must, wish], hourRate: 70, currency: project.currency });
  const half = await able(page, token, { skills: [must], hourRate: 90, currency: project.currency });
  return { project, must, wish, whole: complete, half };
};

describe('the shortlist of a project', () => {
  scenario('ranks people with reasons, and ticked ones become applications that can be compared', { as }, async (page, token) => {
    const { project, wish, whole, half } = await prepared(page, token);
    await page.goto(`/projects/list/${project.id}`);
    await dialog(page).getByRole('tab', { name: 'Shortlist' }).click();
    const rows = dialog(page).locator('tbody tr');
    await rows.nth(1).waitFor();
    assert.match(await rows.nth(0).innerText(), new RegExp(whole.name));
    assert.match(await rows.nth(1).innerText(), new RegExp(`No ${wish}`));
    const score = Number(await rows.nth(0).locator('.sl-score b').innerText());
    const points = await dialog(page).locator('.sl-points li:not(.sum) .num').allInnerTexts();
    assert.equal(points.map(text => Number(text.split(' ')[0])).reduce((sum, one) => sum + one, 0), score);
    await axe(page);

    await dialog(page).getByRole('button', { name: wish, exact: true, pressed: false }).click(); // a must now
    await rows.nth(1).waitFor({ state: 'detached' });
    await dialog(page).getByRole('button', { name: wish, exact: true, pressed: true }).click();
    await rows.nth(1).waitFor();

    for (const { name } of [whole, half]) await dialog(page).getByLabel(`Choose ${name}`).check();
    await dialog(page).getByRole('button', { name: 'Create 2 applications' }).click();
    await dialog(page).getByRole('button', { name: 'Create 2 applications' }).click();
    await dialog(page).getByRole('link', { name: /Compare/ }).click();
    for (const { name } of [whole, half]) await dialog(page).getByRole('link', { name }).waitFor();
  });

  scenario('people who are chosen in their list apply to a project, with what is not met said before', { as }, async (page, token) => {
    const { project, whole } = await prepared(page, token);
    const silent = await newFreelancer(page, token);
    for (const { name } of [whole, silent]) {
      await page.goto(`/users/freelancers?filter=${encodeURIComponent(JSON.stringify({ name }))}`);
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Apply to project' }).click();
      await dialog(page).getByRole('combobox', { name: 'Project' }).fill(project.title);
      await axe(page, 'the project to apply to');
      await page.getByRole('option', { name: project.title }).click();
      await dialog(page).getByText(name).first().waitFor();
      assert.equal(await dialog(page).getByText('Not met: Consent, no erasure').count(), name === silent.name ? 1 : 0);
      await axe(page, 'applications before they are made');
      await dialog(page).getByRole('button', { name: 'Create 1 application' }).click();
      await dialog(page).getByRole('link', { name: /^A-/ }).waitFor();
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });
    }
  });

  scenario('a person\u2019s page has them apply to a project', { as, size: phone }, async (page, token) => {
    const { project, whole } = await prepared(page, token);
    await page.goto(`/users/freelancers/${whole.id}`);
    await dialog(page).getByRole('button', { name: 'Apply to project' }).click();
    await dialog(page).getByRole('combobox', { name: 'Project' }).fill(project.title);
    await page.getByRole('option', { name: project.title }).click();
    await dialog(page).getByRole('button', { name: 'Create 1 application' }).click();
    await dialog(page).getByRole('link', { name: /^A-/ }).waitFor();
    await fits(page);
    await axe(page, 'applications that were made');
  });

  scenario('fits a phone', { as, size: phone }, async (page, token) => {
    const { project } = await prepared(page, token);
    await page.goto(`/projects/list/${project.id}/shortlist`);
    await dialog(page).locator('tbody tr').nth(1).waitFor();
    await fits(page);
    await axe(page);
  });
});
