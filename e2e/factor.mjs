// Second factors of accounts, and what an app shows for them.
import { createHmac } from 'node:crypto';
import { call, signIn } from './browser.mjs';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const period = 30;

/** What an app shows for a secret at a step of time (RFC 6238). */
const codeAt = (secret, step) => {
  const bits = [...secret].map(letter => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};

/** An app for codes. Every code counts once, and one of the next step counts as well. */
export const appFor = secret => {
  let used = 0;
  return () => {
    used = Math.max(used + 1, Math.floor(Date.now() / 1000 / period));
    return codeAt(secret, used);
  };
};

/** A second factor without a screen. */
export const withFactor = async (page, account) => {
  const token = await signIn(page, account);
  const { secret } = await call(page, token, 'POST', '/api/totp');
  const next = appFor(secret);
  const { recoveryCodes } = await call(page, token, 'POST', '/api/totp/confirm', { code: next() });
  await page.context().clearCookies();
  return { next, recoveryCodes };
};

/** Reads the secret that the dialog shows, and confirms it. */
export const setUpFactor = async dialog => {
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  const next = appFor((await dialog.locator('.factor-key').innerText()).replaceAll(/\s/g, ''));
  await dialog.getByLabel('Code').fill(next());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = dialog.locator('.factor-codes li');
  await codes.first().waitFor();
  return { next, recoveryCodes: await codes.allInnerTexts() };
};
