// The pictures of docs/screens.md: the input of each kind of field, in a form of the product.
import { describe } from 'node:test';
import { call, picture, scenario } from '../browser.mjs';

const size = { width: 1440, height: 1200 };

/** By the path of a list: the form of a record of it, and which of its fields shows a kind. */
const forms = {
  '/api/project?status=ACTIVE': {
    form: id => `/projects/list/${id}/details`,
    kinds: {
      text: 'Title', int: 'Positions', longtext: 'Internal description', html: 'Public description',
      date: 'Period start', decimal: 'Hours per week', country: 'Country', object: 'Coordinates', enum: 'Rate per',
      currency: 'Currency', money: 'Lowest rate', bool: 'Close when filled', 'text-many': 'Skills', 'object-many': 'Languages',
      'id-many': 'Pools', file: 'Files', email: 'Contact e-mail', staff: 'Owner',
    },
  },
  '/api/freelancer?state=AC': {
    form: id => `/users/freelancers/${id}/details`,
    kinds: { image: 'Photo', phone: 'Mobile number', ref: 'MSP' },
  },
  '/api/msp?state=AC': {
    form: id => `/users/msp/${id}/details`,
    kinds: { url: 'Website', locale: 'Language', percent: 'Fee' },
  },
  '/api/client?': { form: id => `/platform/clients/${id}/details`, kinds: { code: 'Code' } },
  '/api/poolMember?': { form: id => `/pools/members/${id}`, kinds: { instant: 'Until' } },
  '/api/applicationQuestion?': { form: id => `/questions/list/${id}`, kinds: { messageKey: 'Text of the question' } },
};

/** The field with this label: the innermost one, where a group of fields has labels of its own. */
const fieldNamed = (page, label) => {
  const hasText = new RegExp(`^\\s*${label}(\\s*\\*)?$`, 'u');
  const box = page.locator('label.MuiFormControlLabel-root', { hasText });
  return page.locator('.field').filter({ has: page.locator('label', { hasText }) }).or(box).last();
};

describe('inputs', () => {
  for (const [list, { form, kinds }] of Object.entries(forms)) {
    scenario(`inputs of ${list}`, { as: 'all', size }, async (page, token) => {
      const { results } = await call(page, token, 'GET', `${list}&limit=1`);
      await page.goto(form(results[0].id));
      for (const [kind, label] of Object.entries(kinds)) {
        const field = fieldNamed(page, label);
        await field.waitFor();
        await picture(page, `inputs/${kind}`, field);
      }
    });
  }
});
