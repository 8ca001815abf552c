import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { newTokens } from '../../test/token';
import { claimsOf } from '../providers/claims';
import { request } from '../providers/http';
import { adopt, drop } from '../providers/session';
import { endViewWithSession } from '../providers/viewAs';
import { drawWith } from '../ui/ui.fixture';
import { ViewAsBanner } from './ViewAsBanner';
import { ViewAsChoice } from './ViewAsChoice';

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const texts = { 'role.c': 'Content manager', 'panel.viewAs': 'View as role', 'panel.viewAs.banner': 'As %{role}' };

it('says as which role the panel is shown, and tells the service with every call', async () => {
  sessionStorage.setItem('panel.viewAs', 'c');
  const calls = fakeService(() => ({ body: {} }));
  drawWith(<ViewAsBanner />, texts);
  expect(screen.getByText('As Content manager')).toBeVisible();
  await request('GET', '/api/pool');
  expect(calls[0]?.headers.get('x-view-as')).toBe('c');
});

it('shows nothing of it otherwise', async () => {
  const calls = fakeService(() => ({ body: {} }));
  drawWith(<ViewAsBanner />, texts);
  expect(screen.queryByRole('region', { name: 'View as role' })).toBeNull();
  await request('GET', '/api/pool');
  expect(calls[0]?.headers.has('x-view-as')).toBe(false);
});

it('ends with the session', () => {
  const stop = endViewWithSession();
  act(() => adopt(newTokens()));
  sessionStorage.setItem('panel.viewAs', 'c');
  act(() => drop());
  expect(sessionStorage.getItem('panel.viewAs')).toBeNull();
  stop();
});

const claims = (permissions: string[]) =>
  claimsOf(newTokens(900, { internal: { roles: ['d'], permissions } }).access_token);

it.each([
  ['is offered to those who may read the accounts of staff', ['adminUser.read'], 1],
  ['is not offered to others', ['project.read'], 0],
])('%s', (_, permissions, offered) => {
  drawWith(<ViewAsChoice claims={claims(permissions)} />, texts);
  expect(screen.queryAllByRole('combobox', { name: 'View as role' })).toHaveLength(offered);
});
