import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService, type Call, type Reply } from '../../test/service';
import { newTokens } from '../../test/token';
import { noMeta, noResource, Panel } from '../../test/Panel';
import type { Claims } from '../providers/claims';
import { adopt, drop } from '../providers/session';
import { navigate } from '../router/history';
import { Gate } from './Gate';

const context = {
  isAuth0LoginEnabled: false,
  isClassicLoginEnabled: true,
  name: '',
  clientLanguages: [],
  defaultLocale: 'en',
};
const nobody = { internal: { roles: [], permissions: [] } };

let claims: Partial<Claims> = {};
let authorize: Reply = {};

const answers: Record<string, () => Reply> = {
  '/api/userContext': () => ({ body: context }),
  '/api/authorize': () => (authorize.status ? authorize : { body: newTokens(900, claims) }),
  '/api/logout': () => ({ status: 204 }),
  '/api/meta': () => ({ body: noMeta }),
  '/api/dashboard': () => ({ body: { cards: [], activity: [] } }),
  '/api/client?from=0&size=50': () => ({ body: { results: [], totalResults: 0 } }),
  '/api/preference/locale': () => ({ body: { value: null } }),
};
const reply = ({ path }: Call) =>
  answers[path]?.() ?? { status: 404, body: { code: 'NOT_FOUND', messages: ['error.notFound'] } };

let calls: Call[] = [];
const requested = () => calls.map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  answers['/api/meta'] = () => ({ body: noMeta });
  [claims, authorize] = [{}, {}];
  calls = fakeService(reply);
  drop();
});
afterEach(() => vi.unstubAllGlobals());

const open = (path: string) => {
  act(() => navigate(path));
  render(
    <Panel>
      <Gate />
    </Panel>,
  );
};

const signIn = async () => {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail'), 'mara@poolkeeper.example');
  await user.type(screen.getByLabelText('Password'), 'poolkeeper-demo-2026');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

it('asks to sign in and then goes on where one wanted to go', async () => {
  open('/uiguidelines?a=1');
  await waitFor(() => expect(location.pathname).toBe('/auth/login'));
  await signIn();
  await waitFor(() => expect(location.pathname + location.search).toBe('/uiguidelines?a=1'));
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  await waitFor(() => expect(requested()).toContain('GET /api/client?from=0&size=50'));
});

it('says why a sign-in was refused', async () => {
  authorize = { status: 401, body: { code: 'BAD_CREDENTIALS', messages: ['error.badCredentials'] } };
  open('/auth/login');
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('E-mail and password do not match.');
});

it('says how long to wait after too many tries', async () => {
  const headers = { 'retry-after': '900' };
  vi.spyOn(performance, 'now').mockReturnValue(286466.52018509235); // and 900,000 more are a little too much
  authorize = { status: 429, headers, body: { code: 'TOO_MANY_REQUESTS', messages: ['error.tooMany'] } };
  open('/auth/login');
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 15 minutes.');
  expect(screen.getByRole('button', { name: /Sign in/ })).toHaveAttribute('aria-disabled', 'true');
});

it('turns away who has neither roles nor permissions', async () => {
  claims = nobody;
  open('/auth/login');
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have any roles to access admin panel");
  await waitFor(() => expect(requested()).toContain('POST /api/logout'));
  expect(requested()).not.toContain('GET /api/meta');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
});

it('lets who has a one-time password only choose another', async () => {
  act(() => adopt(newTokens(900, { pwd_change: true })));
  open('/dashboard');
  const dialog = await screen.findByRole('dialog', { name: 'Change password' });
  expect(dialog).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(requested()).not.toContain('GET /api/meta');
});

it('does not find what one may not see', async () => {
  act(() => adopt(newTokens()));
  open('/projects/list');
  expect(await screen.findByText('This page could not be found')).toBeInTheDocument();
  expect(screen.getByText('404')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Dashboard' }).at(-1)).toHaveAttribute('href', '/dashboard');
});

it('does not open a screen the sidebar does not lead to, though one may read its records', async () => {
  const client = { ...noResource, name: 'client', route: '/platform/clients', path: '/api/client' };
  answers['/api/meta'] = () => ({ body: { ...noMeta, resources: [client] } });
  act(() => adopt(newTokens()));
  open('/platform/clients');
  expect(await screen.findByText('This page could not be found')).toBeInTheDocument();
});

it('leads from the start to the dashboard', async () => {
  act(() => adopt(newTokens()));
  open('/');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(await screen.findByText('Nothing waits for you')).toBeInTheDocument();
});
