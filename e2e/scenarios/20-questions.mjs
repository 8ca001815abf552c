// Questions: each valid pair of type and input built, tried and answered; then frozen, succeeded, and deleted.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, scenario, sizeName, sizes, status } from '../browser.mjs';
import { dialog, newProject } from '../projects.mjs';

const list = '/questions/list';
let count = 0;
/** A key that no other question has. */
const freshKey = word => `${word}-${process.pid}-${++count}`;

const options = [
  { value: 'first', labelKey: 'question.sample.place-of-work.onsite', active: true, sortOrder: 1 },
  { value: 'second', labelKey: 'question.sample.place-of-work.remote', active: true, sortOrder: 2 },
];
const scale = [1, 2, 3].map(value => ({ value, labelKey: `question.sample.scale.${value}`, active: true, sortOrder: value }));

/** Every valid pair: what the form is told besides, an answer by hand, and how it is shown. */
const pairs = [
  { type: 'Short text', kind: 'Radio buttons', options, answer: box => box.getByRole('radio', { name: 'Remote' }).check(), shown: 'Remote' },
  { type: 'Short text', kind: 'Selection', options, answer: box => box.getByRole('combobox').selectOption({ label: 'On site' }), shown: 'On site' },
  { type: 'Short text', kind: 'One line', answer: box => box.getByRole('textbox').fill('Graz'), shown: 'Graz' },
  { type: 'Short text', kind: 'Date', answer: box => box.getByRole('textbox').fill('2027-01-04'), shown: '2027' },
  { type: 'Long text', kind: 'Several lines', answer: box => box.getByRole('textbox').fill('First.\nSecond.'), shown: 'Second.' },
  { type: 'Typed value', kind: 'Selection', options, answer: box => box.getByRole('checkbox', { name: 'Remote' }).check(), shown: 'Remote' },
  {
    type: 'Typed value',
    kind: 'Several lines',
    isInternal: true,
    answer: async (box, page) => {
      await box.locator('.cm-content').click();
      await page.keyboard.insertText('{"grade": 3}');
    },
    shown: 'grade',
  },
  {
    type: 'Typed value',
    kind: 'Date',
    answer: async box => {
      await box.getByRole('textbox').first().fill('2027-01-04');
      await box.getByRole('textbox').nth(1).fill('2027-02-05');
    },
    shown: '2027',
  },
  { type: 'Typed value', kind: 'Amount', answer: box => box.getByRole('textbox').fill('95.5'), shown: '95.5' },
  { type: 'Yes or no', kind: 'Radio buttons', answer: box => box.getByRole('radio', { name: 'Yes' }).check(), shown: 'Yes' },
  { type: 'Yes or no', kind: 'Selection', answer: box => box.getByRole('combobox').selectOption({ label: 'No' }), shown: 'No' },
  { type: 'Whole number', kind: 'Radio buttons', options: scale, answer: box => box.getByRole('radio').nth(1).check(), shown: '2' },
  { type: 'Whole number', kind: 'Selection', options: scale, answer: box => box.getByRole('combobox').selectOption('3'), shown: '3' },
  { type: 'Whole number', kind: 'Amount', answer: box => box.getByRole('textbox').fill('1200'), shown: '1' },
  { type: 'Whole number', kind: 'Number', answer: box => box.getByRole('textbox').fill('7'), shown: '7' },
];

/** A client of its own, so that no other scenario is asked what is asked here. */
const newClient = (page, token) => {
  const name = freshKey('Questioner');
  return call(page, token, 'POST', '/api/client', { name, code: name.toUpperCase().replace(/\W/g, '_').slice(0, 20), currency: 'EUR' });
};

/** A question made by the call the panel uses. */
const newQuestion = (page, token, client, fields = {}) => {
  const key = freshKey('asked');
  const common = { clientId: client.id, key, labelKey: `ask.${key}`, valueType: 'bln', inputKind: 'radio' };
  return call(page, token, 'POST', '/api/applicationQuestion', { ...common, ...fields });
};

const newFreelancer = (page, token) => {
  const lastName = freshKey('Asked').replace(/\W/g, '');
  return call(page, token, 'POST', '/api/freelancer', {
    firstName: 'Ida', lastName, email: `${lastName}@people.example`.toLowerCase(), sendVerification: false,
  });
};

/** An application for a project of the client. */
const newApplication = async (page, token, client) => {
  const project = await newProject(page, token, { clientId: client.id });
  const freelancer = await newFreelancer(page, token);
  return call(page, token, 'POST', '/api/projectApplication', { projectId: project.id, freelancerId: freelancer.id });
};

const drawer = page => page.locator('.drawer');
/** Opens the form of one answer. */
const answering = async (page, key) => {
  await drawer(page).getByRole('button', { name: `Answer: ask.${key}` }).click();
  return drawer(page).locator('form.app-answer');
};

/** Drags by hand: the first small move lifts what is dragged, the others carry it. */
const drag = async (page, from, to) => {
  await from.scrollIntoViewIfNeeded();
  await to.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2, a.y, { steps: 3 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
  await page.mouse.up();
};

describe('questions', () => {
  scenario('every valid pair is among those tried here', { as: 'content' }, async (page, token) => {
    const { pairs: valid } = await call(page, token, 'GET', '/api/applicationQuestion/types');
    const texts = await call(page, token, 'GET', '/napi/localize?locale=en');
    const named = ({ valueType, inputKind }) => [`enum.questionValueType.${valueType}`, `enum.questionInputKind.${inputKind}`].map(key => texts[key]);
    assert.deepEqual(pairs.map(({ type, kind }) => [type, kind]), valid.map(named));
  });

  for (const pair of pairs) {
    scenario(`${pair.type} by ${pair.kind} is built, tried and answered`, { as: 'all' }, async (page, token) => {
      const client = await newClient(page, token);
      const key = freshKey('pair');
      await page.goto(`${list}/create`);
      const form = dialog(page);
      await form.getByLabel(/^Client/).click();
      await page.keyboard.type(client.name);
      await form.getByRole('option', { name: client.name }).click();
      await form.getByLabel(/^Key/).fill(key);
      await form.getByLabel(/^Answer is/).selectOption({ label: pair.type });
      await form.getByLabel(/^Input/).selectOption({ label: pair.kind });
      for (const [i, option] of (pair.options ?? []).entries()) {
        await form.getByRole('button', { name: 'Add option' }).click();
        const row = form.locator('.q-option').nth(i);
        await row.getByLabel(/^Value/).fill(String(option.value));
        await row.getByLabel(/^Text/).first().fill(option.labelKey);
      }
      if (!pair.isInternal) await form.getByRole('checkbox', { name: 'The talent sees the question' }).check();
      await form.getByRole('button', { name: 'Create question' }).click();
      await form.waitFor({ state: 'detached' });
      const made = (await call(page, token, 'GET', `/api/applicationQuestions?key=${key}`)).results[0];
      assert.equal(made.questionVersion, 1);

      await page.goto(`${list}/${made.id}/try`);
      const look = dialog(page).getByRole('region', { name: pair.isInternal ? 'As staff' : 'As talent' });
      await pair.answer(look, page);
      await dialog(page).getByText('This answer is accepted.').waitFor();

      const application = await newApplication(page, token, client);
      await page.goto(`/projects/applications/${application.id}/answers`);
      const box = await answering(page, key);
      await pair.answer(box, page);
      await box.getByRole('button', { name: 'Save answer' }).click();
      await drawer(page).locator('.app-text', { hasText: pair.shown }).waitFor();
      const { answers } = await call(page, token, 'GET', `/api/projectApplication/${application.id}`);
      assert.equal(answers.length, 1);
    });
  }

  scenario('a wrong answer is refused in the form, and a knock-out rejects', { as: 'all', errors: [status(422)] }, async (page, token) => {
    const client = await newClient(page, token);
    const flags = { talentVisibility: true, needAnswer: true, failOnWrongAnswer: true, pdf: true };
    const years = await newQuestion(page, token, client, { valueType: 'int', inputKind: 'number', validation: { min: 0, max: 50 }, flags, correctAnswers: { min: 3 } });
    const stored = await newApplication(page, token, client);
    await call(page, token, 'PUT', `/api/projectApplication/${stored.id}`, { answers: [{ questionId: years.id, value: 9 }] });
    const application = await newApplication(page, token, client);
    await page.goto(`/projects/applications/${application.id}/answers`);
    await drawer(page).getByText('answer needed').waitFor();
    const box = await answering(page, years.key);
    await box.getByRole('textbox').fill('51');
    await box.getByRole('button', { name: 'Save answer' }).click();
    await box.getByText('Must be 50 or less.').waitFor();
    await axe(page, 'a wrong answer');
    await box.getByRole('textbox').fill('1');
    await box.getByRole('button', { name: 'Save answer' }).click();
    await drawer(page).locator('.app-state .chip', { hasText: 'Rejected by MSP' }).waitFor();
    await page.goto(`${list}/${years.id}/try`);
    await dialog(page).getByText('Would have rejected 1 of 2 applications').waitFor();
    const seen = dialog(page).getByRole('region', { name: 'What the answer does' }).locator('dl div');
    assert.deepEqual(await seen.allInnerTexts().then(lines => lines.map(line => line.split(/\s+/))), [['1', '1', 'time'], ['9', '1', 'time']]);
    await dialog(page).getByRole('region', { name: 'As talent' }).getByRole('textbox').fill('2');
    await dialog(page).getByText('This answer rejects the application.').waitFor();
  });

  scenario('as MSP and on paper a question looks as its flags say', { as: 'content' }, async (page, token) => {
    const { results: clients } = await call(page, token, 'GET', '/api/client?size=1');
    const flags = { talentVisibility: true, mspVisibility: true };
    const question = await newQuestion(page, token, clients[0], { valueType: 'str', inputKind: 'radio', active: false, options, flags });
    await page.goto(`${list}/${question.id}/try`);
    const [talent, msp, paper] = ['As talent', 'As MSP', 'In the profile for the client'].map(name => dialog(page).getByRole('region', { name }));
    await msp.getByText('The answer appears here once there is one.').waitFor();
    await talent.getByRole('radio', { name: 'Remote' }).check();
    await msp.getByText('Remote', { exact: true }).waitFor();
    assert.equal(await msp.getByRole('radio').count(), 0);
    assert.equal(await talent.getByText(/files come with the answer/).count(), 0);
    await paper.getByText('not printed').waitFor();

    const tab = name => dialog(page).getByRole('tab', { name }).click();
    await tab('Details');
    for (const name of ['The MSP may answer', 'The talent adds 1 to 3 files', 'Printed in the profile for the client']) {
      await dialog(page).getByRole('checkbox', { name }).check();
    }
    await tab('Try it');
    await talent.getByText('1 to 3 files come with the answer: PDF, DOCX, PNG, JPG, up to 10 MB each.').waitFor();
    await msp.getByRole('radio', { name: 'On site' }).check();
    await paper.locator('dd', { hasText: 'On site' }).waitFor();
    assert.equal(await paper.locator('dt').innerText(), question.labelKey);
    assert.ok(await talent.getByRole('radio', { name: 'On site' }).isChecked());
    await axe(page, 'a question as everybody meets it');
  });

  scenario('an answered question is frozen until it is saved as its next version', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token);
    const question = await newQuestion(page, token, client, { valueType: 'str', inputKind: 'radio', options });
    const application = await newApplication(page, token, client);
    await call(page, token, 'PUT', `/api/projectApplication/${application.id}`, { answers: [{ questionId: question.id, value: 'first' }] });
    await page.goto(`${list}/${question.id}`);
    const form = dialog(page);
    await form.getByText('1 answer has been given.', { exact: false }).waitFor();
    await axe(page, 'a frozen question');
    assert.equal(await form.getByLabel(/^Input/).getAttribute('readonly'), '');
    await form.getByRole('checkbox', { name: 'Save as version 2' }).check();
    await form.getByLabel(/^Input/).selectOption({ label: 'Selection' });
    await form.getByRole('button', { name: /^Save/ }).click();
    await form.waitFor({ state: 'detached' });
    const [newest] = (await call(page, token, 'GET', `/api/applicationQuestions?key=${question.key}`)).results;
    assert.deepEqual([newest.questionVersion, newest.inputKind], [2, 'dropdown']);
    await page.goto(`${list}/${newest.id}/versions`);
    await dialog(page).getByRole('link', { name: 'Version 1' }).waitFor();
    await axe(page, 'versions');
  });

  scenario('options are reordered by keyboard and by pointer, and deactivated', { as: 'content' }, async (page, token) => {
    const { results: clients } = await call(page, token, 'GET', '/api/client?size=1');
    const question = await newQuestion(page, token, clients[0], { valueType: 'str', inputKind: 'dropdown', active: false, options: [...options, { ...options[0], value: 'third', sortOrder: 3 }] });
    await page.goto(`${list}/${question.id}`);
    const rows = dialog(page).locator('.q-option');
    await rows.nth(2).getByLabel(/^Value/).press('Alt+ArrowUp');
    await page.getByText('third is now at place 2').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Move first down' }).press('Enter');
    await page.getByText('first is now at place 2').waitFor({ state: 'attached' });
    for (const at of [0, 1, 2]) await rows.nth(at).getByLabel('English').waitFor(); // the texts take room when they come
    await drag(page, rows.nth(2).locator('.q-grip'), rows.nth(0).getByLabel(/^Value/));
    await page.getByText('second is now at place 1').waitFor({ state: 'attached' });
    await rows.nth(1).getByRole('checkbox', { name: 'Active' }).uncheck();
    await dialog(page).getByRole('button', { name: /^Save/ }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const saved = await call(page, token, 'GET', `/api/applicationQuestion/${question.id}`);
    assert.deepEqual(saved.options.map(o => [o.value, o.active]), [['second', true], ['third', false], ['first', true]]);
  });

  scenario('answers are compared by their questions', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token);
    const question = await newQuestion(page, token, client, { valueType: 'int', inputKind: 'number' });
    const project = await newProject(page, token, { clientId: client.id });
    const ids = [];
    for (const value of [3, 11]) {
      const { id: freelancerId } = await newFreelancer(page, token);
      const answers = [{ questionId: question.id, value }];
      ids.push((await call(page, token, 'POST', '/api/projectApplication', { projectId: project.id, freelancerId, answers })).id);
    }
    await page.goto(`/projects/applications/compare/${ids.join(',')}`);
    await page.getByRole('row', { name: new RegExp(`ask.${question.key}.*3.*11`) }).waitFor();
  });

  scenario('the text of a question is written in every language of its client', { as: 'content' }, async (page, token) => {
    const { results: clients } = await call(page, token, 'GET', '/api/client?size=50');
    const question = await newQuestion(page, token, clients.find(client => client.name === 'Helvia Energie'), { active: false });
    await page.goto(`${list}/${question.id}`);
    const texts = dialog(page).getByRole('group', { name: 'Text of the question in every language' });
    await texts.getByLabel('German').fill('Fahren Sie selbst?');
    await texts.getByLabel('German').press('Tab');
    await texts.getByText('Saved', { exact: true }).waitFor();
    await axe(page, 'texts per language');
    const filter = encodeURIComponent(JSON.stringify({ messageKey: { _eq: question.labelKey } }));
    const { data } = await call(page, token, 'GET', `/items/d_translation_client_keys?filter=${filter}&fields=locale,messageValue`);
    assert.deepEqual(data, [{ locale: 'de', messageValue: 'Fahren Sie selbst?' }]);
  });

  scenario('the dashboard leads to exactly the questions that nobody has answered', { as: 'all', at: '/dashboard' }, async (page, token) => {
    const { results: clients } = await call(page, token, 'GET', '/api/client?size=1');
    await newQuestion(page, token, clients[0], { active: false });
    const client = await newClient(page, token);
    const answered = await newQuestion(page, token, client);
    const { id } = await newApplication(page, token, client);
    await call(page, token, 'PUT', `/api/projectApplication/${id}`, { answers: [{ questionId: answered.id, value: true }] });
    const { results, totalResults } = await call(page, token, 'GET', '/api/applicationQuestions?used=false&size=100');
    assert.ok(totalResults > 0);
    assert.ok(results.every(question => !question.used && question.id !== answered.id));
    await page.goto('/dashboard');
    const card = page.getByRole('link', { name: /Unused questions/ }).first();
    await card.getByText(String(totalResults), { exact: true }).waitFor();
    await card.click();
    await page.waitForURL(url => url.pathname === list);
    await page.getByText(new RegExp(`of ${totalResults}\\b|^${totalResults} `)).first().waitFor();
    const rows = await page.locator('tbody tr, [data-row]').allInnerTexts();
    assert.equal(rows.length, Math.min(10, totalResults));
  });

  for (const size of sizes) {
    scenario(`list, form and trial fit and read well: ${sizeName(size)}`, { as: 'content', size }, async (page, token) => {
      const { results } = await call(page, token, 'GET', '/api/applicationQuestions?valueType=jsn');
      await page.goto(list);
      await page.locator('tbody tr, [data-row]').first().waitFor();
      await fits(page);
      await axe(page, 'questions');
      for (const tab of ['', '/try', '/versions']) {
        await page.goto(`${list}/${results[0].id}${tab}`);
        await dialog(page).locator('section, .q-try').first().waitFor();
        await axe(page, `question${tab}`);
      }
      await page.goto(`${list}/create`);
      await dialog(page).getByLabel(/^Key/).waitFor();
      await axe(page, 'new question');
    });
  }
});
