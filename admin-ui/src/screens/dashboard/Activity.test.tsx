import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { noMeta, Panel } from '../../../test/Panel';
import { newTokens } from '../../../test/token';
import type { Meta } from '../../meta';
import { adopt, drop } from '../../providers/session';
import { Activity } from './Activity';
import type { DashboardActivity } from '../../generated/answers';

const meta: Meta = {
  ...noMeta,
  groups: [
    {
      name: 'projects',
      segment: 'projects',
      entries: [{ name: 'projectList', label: 'menu.projectList', route: '/projects/list' }],
    },
  ],
};

const line: DashboardActivity = {
  at: '2026-11-20T08:00:00.000Z',
  actor: { kind: 'admin', id: 9, name: 'Jonas Ekberg' },
  action: 'update',
  entity: 'project',
  entityId: 7,
  title: 'Data engineer',
  link: '/projects/list/7',
  records: 1,
};

const show = async (...entries: DashboardActivity[]) => {
  render(
    <Panel meta={meta}>
      <Activity entries={entries} />
    </Panel>,
  );
  return screen.findAllByRole('listitem');
};

afterEach(() => act(drop));

it('says who did what, with a way to the record', async () => {
  const [item] = await show(line);
  expect(item).toHaveTextContent('Jonas Ekberg changed project Data engineer');
  expect(screen.getByRole('link', { name: 'Data engineer' })).toHaveAttribute('href', '/projects/list/7');
});

it('leads nowhere that one may not go', async () => {
  await show({ ...line, link: '/platform/clients/2' });
  expect(screen.queryByRole('link')).toBeNull();
});

it.each<[string, DashboardActivity, string]>([
  [
    'oneself',
    { ...line, actor: { kind: 'admin', id: 17, name: 'Mára Lindqvist' } },
    'You changed project Data engineer',
  ],
  ['the machine', { ...line, actor: { kind: 'system', id: 0, name: '' } }, 'System changed project Data engineer'],
  [
    'the machine at its work',
    { ...line, action: 'withdraw', actor: { kind: 'system', id: 0, name: 'application.withdraw' } },
    'System withdrew project Data engineer',
  ],
  [
    'an application',
    { ...line, action: 'create', entity: 'application', title: 'Noor Haddad – Data engineer' },
    'Jonas Ekberg created application for Noor Haddad – Data engineer',
  ],
  [
    'many records of one batch',
    { ...line, action: 'changeStatus', records: 1200 },
    'changed the status of 1,200 projects',
  ],
  ['an action without a text', { ...line, action: 'rotate' }, 'Jonas Ekberg worked on project Data engineer'],
])('finds words for %s', async (_, entry, words) => {
  act(() => adopt(newTokens()));
  const [item] = await show(entry);
  expect(item).toHaveTextContent(words);
});
