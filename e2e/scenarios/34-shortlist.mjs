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
  const whole = await able(page, token, { skills: [must, wish], hourRate: 70, currency: project.currency });
  const half = await able(page, token, { skills: [must], hourRate: 90, currency: project.currency });
  return { project, must, wish, whole, half };
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

  scenario('fits a phone', { as, size: phone }, async (page, token) => {
    const { project } = await prepared(page, token);
    await page.goto(`/projects/list/${project.id}/shortlist`);
    await dialog(page).locator('tbody tr').nth(1).waitFor();
    await fits(page);
    await axe(page);
  });
});
