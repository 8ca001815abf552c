// Last, since the account has another password afterwards.
import { describe } from 'node:test';
import { password, product, scenario, signInByHand, status } from '../browser.mjs';

describe('one’s own password', () => {
  scenario('is changed only with the old one, and signs out', { as: 'tech', at: '/dashboard', errors: [status(422)] }, async page => {
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('button', { name: 'Change password' }).click();
    const form = page.getByRole('dialog', { name: 'Change password' });
    const fill = async values => {
      for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: false }).first().fill(value);
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    const changed = 'otter-lantern-drifts-north';
    await fill({ 'Old password': 'wrong', 'New password': 'short', 'Repeat new password': 'other' });
    await form.getByText('Must have 12 characters or more.').waitFor();
    await form.getByText('Must be the same as above.').waitFor();
    await fill({ 'Old password': 'wrong', 'New password': changed, 'Repeat new password': changed });
    await form.getByText('This is not your present password.').waitFor();
    await fill({ 'Old password': password });
    await page.getByText(/Your password was changed/).waitFor();
    await page.waitForURL('**/auth/login**');
    await signInByHand(page, 'tech', changed);
    await page.waitForURL(`${product.url}/dashboard`);
  });
});
