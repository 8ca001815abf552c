// The board of a project's applications: a card is moved by keys and by pointer, and the move is undone.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { newApplication } from '../applications.mjs';
import { answered, cardOf, column } from '../boards.mjs';
import { axe, scenario } from '../browser.mjs';
import { newProject } from '../projects.mjs';

const changed = page => page.waitForResponse(answer => answer.request().method() === 'PUT' && /\/status$/.test(answer.url()));

describe('board', () => {
  scenario('an application is moved by pointer and by keys, and the move is undone', { as: 'csm' }, async (page, token) => {
    const project = await newProject(page, token);
    const application = await newApplication(page, token, project);
    await page.goto(`/projects/list/${project.id}/board`);
    const card = cardOf(page, application.id);
    await column(page, 'uc').locator(card).waitFor();
    await axe(page, 'board in a tab');
    await card.getByRole('link').focus();
    const received = answered(page, '/possibleStatuses/');
    await page.keyboard.press('Space');
    await received;
    await page.locator('.bd-c.no').first().waitFor();
    await axe(page, 'a lifted card');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-column="a"].over').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm for the freelancer' });
    await dialog.getByLabel(/^Reason/).selectOption('TALENT_DECISION');
    const moved = changed(page);
    await dialog.getByRole('button', { name: 'Confirm for the freelancer' }).click();
    assert.equal((await moved).status(), 200);
    await column(page, 'a').locator(card).waitFor();
    await card.getByRole('link').and(page.locator(':focus')).waitFor();

    await column(page, 'w').waitFor();
    const dropped = answered(page, '/possibleStatuses/');
    const places = () => page.locator('.bd-c').evaluateAll(all => all.map(one => one.getBoundingClientRect().x));
    const before = await places();
    const [from, to] = [await card.boundingBox(), await column(page, 'w').boundingBox()];
    await page.mouse.move(from.x + 20, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 40, { steps: 3 });
    await dropped;
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.locator('[data-column="w"].over').waitFor();
    assert.deepEqual(await places(), before, 'the columns stay where they are');
    await page.mouse.up();
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw' });
    await withdrawal.getByLabel(/^Reason/).selectOption('RATE');
    const withdrawn = changed(page);
    await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
    assert.equal((await withdrawn).status(), 200);
    await column(page, 'a').locator(card).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await column(page, 'a').locator(card).waitFor();
  });
});
