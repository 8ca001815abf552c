import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gate } from '../app/Gate';
import { noMeta, Panel } from '../../test/Panel';
import { fakeService, type Call, type Reply } from '../../test/service';
import { newTokens } from '../../test/token';
import { adopt, drop } from '../providers/session';
import { navigate } from '../router/history';

const issuer = 'https://id.example';
const context = {
  isAuth0LoginEnabled: true,
  isClassicLoginEnabled: false,
  name: '',
  clientLanguages: [],
  defaultLocale: 'en',
  nonce: 'n1',
  auth0: { domain: 'id.example', clientId: 'panel', audience: 'panel' },
};
/** An id token is read here only as far as its claims; the service verifies it. */
const idToken = `${[{ alg: 'RS256' }, { sub: '7', nonce: 'n1' }].map(part => btoa(JSON.stringify(part))).join('.')}.x`;

const answers: Record<string, () => Reply> = {
  '/api/userContext': () => ({ body: context }),
  [`${issuer}/.well-known/openid-configuration`]: () => ({
    body: { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
  }),
  [`${issuer}/token`]: () => ({
    body: { id_token: idToken, access_token: 'a', token_type: 'Bearer', scope: 'openid' },
  }),
  '/api/authorizeWithAuth0Token': () => ({ body: newTokens() }),
  '/api/session/proof': () => ({ status: 204 }),
  '/api/meta': () => ({ body: noMeta }),
  '/api/dashboard': () => ({ body: { cards: [], activity: [] } }),
};
const reply = ({ path }: Call) =>
  answers[path]?.() ?? { status: 404, body: { code: 'NOT_FOUND', messages: ['error.notFound'] } };

/** What a sign-in that this tab has begun leaves behind. */
const begun = {
  id: 's1',
  data: '/uiguidelines',
  created: Math.floor(Date.now() / 1000),
  request_type: 'si:r',
  code_verifier: 'v'.repeat(64),
  authority: issuer,
  client_id: 'panel',
  redirect_uri: `${location.origin}/social-callback`,
  scope: 'openid email profile',
  nonce: 'n1',
};

let calls: Call[] = [];
const requested = () => calls.map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  calls = fakeService(reply);
  drop();
  sessionStorage.setItem('panel.signOn.s1', JSON.stringify(begun));
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = (path: string) => {
  act(() => navigate(path));
  render(
    <Panel>
      <Gate />
    </Panel>,
  );
};

it('changes the code for an id token, signs in with it, and goes where one wanted to go', async () => {
  open('/social-callback?code=c1&state=s1');
  await waitFor(() => expect(location.pathname).toBe('/uiguidelines'));
  const exchange = calls.find(({ path }) => path === `${issuer}/token`);
  expect(exchange).toBeDefined();
  expect(calls.find(({ path }) => path === '/api/authorizeWithAuth0Token')?.body).toEqual({ idToken });
  expect(sessionStorage.getItem('panel.signOn.s1')).toBeNull();
});

it('proves with it who is there when that was asked for, and signs nobody in', async () => {
  sessionStorage.setItem('panel.signOn.s1', JSON.stringify({ ...begun, data: { proofFor: '/uiguidelines' } }));
  adopt(newTokens());
  open('/social-callback?code=c1&state=s1');
  await waitFor(() => expect(location.pathname).toBe('/uiguidelines'));
  expect(calls.find(({ path }) => path === '/api/session/proof')?.body).toEqual({ idToken });
  expect(requested()).not.toContain('POST /api/authorizeWithAuth0Token');
});

it('asks for the code of an account with a second factor before it is linked, and goes on once that is right', async () => {
  let tries = 0;
  calls = fakeService(call => {
    if (call.path !== '/api/authorizeWithAuth0Token') return reply(call);
    tries += 1;
    if (tries === 1) return { status: 401, body: { code: 'TOTP_REQUIRED', details: { challenge: 'ch1' } } };
    return tries === 2 ? { status: 401, body: { code: 'BAD_CREDENTIALS' } } : { body: newTokens() };
  });
  open('/social-callback?code=c1&state=s1');
  const user = userEvent.setup();
  const enter = async (code: string) => {
    await user.type(await screen.findByRole('textbox', { name: /^Code/ }), code);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  };
  await enter('111111');
  expect(await screen.findByText(/code is wrong/i)).toBeInTheDocument();
  expect(location.pathname).toBe('/social-callback');
  await user.clear(screen.getByRole('textbox', { name: /^Code/ }));
  await enter('222222');
  await waitFor(() => expect(location.pathname).toBe('/uiguidelines'));
  const sent = calls.filter(({ path }) => path === '/api/authorizeWithAuth0Token').map(({ body }) => body);
  expect(sent[2]).toEqual({ idToken, challenge: 'ch1', code: '222222' });
});

const refused: [string, string][] = [
  ['without a state', '/social-callback?code=c1'],
  ['with a state of another tab', '/social-callback?code=c1&state=s2'],
  ['without a code', '/social-callback?state=s1'],
  ['with an id token instead of a code', `/social-callback?state=s1#id_token=${idToken}`],
];
for (const [what, path] of refused) {
  it(`finishes nothing ${what}`, async () => {
    open(path);
    expect(await screen.findByRole('heading', { name: /could not be completed/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/auth/login');
    expect(requested().filter(call => call.startsWith('POST'))).toEqual([]);
    expect(location.search + location.hash).toBe('');
  });
}

it('says that one has stopped the sign-in at the issuer', async () => {
  open('/social-callback?error=access_denied&state=s1');
  expect(await screen.findByRole('heading', { name: /You stopped the sign-in/ })).toBeInTheDocument();
});

it('leads to no other site', async () => {
  sessionStorage.setItem('panel.signOn.s1', JSON.stringify({ ...begun, data: '//evil.example/' }));
  open('/social-callback?code=c1&state=s1');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});
