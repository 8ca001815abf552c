import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Call, Reply } from '../../../test/service';
import type { SharedView } from '../../generated/answers';
import { dialog, openBoats, ready } from './list.fixture';

const path = '/api/sharedView/boat';
const query = new URLSearchParams({ filter: '{"name":"alba"}', order: 'DESC', sort: 'id' }).toString();
const theirs: SharedView = {
  id: 4,
  version: 2,
  name: 'White birds',
  query,
  columns: ['name', 'berths'],
  density: 'COMPACT',
  role: null,
  ownerId: 9,
  ownerName: 'Ada Berg',
  isOwn: false,
  canWithdraw: false,
};

/** Keeps shared views as the service does. */
const sharing = (...first: SharedView[]) => {
  let views = first;
  return (call: Call): Reply | undefined => {
    if (!call.path.startsWith(path)) return undefined;
    const body = call.body as Partial<SharedView>;
    if (call.method === 'POST') {
      views = [...views, { ...theirs, ...body, id: 5, version: 1, isOwn: true, canWithdraw: true, ownerName: 'Me' }];
      return { status: 201, body: views.at(-1) };
    }
    const [id] = call.path.split('/').slice(-1);
    if (call.method === 'PUT') {
      views = views.map(view => (String(view.id) === id ? { ...view, ...body, version: view.version + 1 } : view));
      return { body: views.find(view => String(view.id) === id) };
    }
    if (call.method === 'DELETE') {
      views = views.filter(view => String(view.id) !== id);
      return { status: 204 };
    }
    return { body: { results: views, totalResults: views.length } };
  };
};

const heads = () => screen.getAllByRole('columnheader').map(head => head.textContent?.trim());

const choose = async (user: ReturnType<typeof openBoats>['user'], view: string, line: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for the view ${view}` }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${line}`) }));
};

it('lays the list out as the view says that somebody else shares, and only there', async () => {
  const { user, calls } = openBoats(sharing(theirs));
  await ready();
  const tab = await screen.findByRole('link', { name: /^White birds/ });
  expect(tab).toHaveAccessibleDescription('Shared by Ada Berg');
  await user.click(tab);
  await waitFor(() => expect(heads()).toEqual(['', 'Name', 'Berths', 'Actions']));
  expect(document.querySelector('.list')).toHaveAttribute('data-density', 'COMPACT');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = await dialog();
  await user.click(chooser.getByRole('checkbox', { name: 'State' }));
  await user.click(chooser.getByRole('checkbox', { name: 'Compact rows' }));
  await waitFor(() => expect(heads()).toEqual(['', 'Name', 'Berths', 'State', 'Actions']));
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('link', { name: /^All / }));
  await waitFor(() => expect(heads()).toContain('Hire'));
  expect(document.querySelector('.list')).not.toHaveAttribute('data-density', 'COMPACT');
});

it('says why another one cannot be changed, and copies it', async () => {
  const { user, calls } = openBoats(sharing(theirs));
  await ready();
  await user.click(await screen.findByRole('link', { name: /^White birds/ }));
  await user.click(await screen.findByRole('button', { name: 'Actions for the view White birds' }));
  const edit = await screen.findByRole('menuitem', { name: /^Edit shared view/ });
  expect(edit).toHaveAttribute('aria-disabled', 'true');
  expect(edit).toHaveTextContent('Only Ada Berg, who shares it, can change it.');
  expect(screen.queryByRole('menuitem', { name: 'Stop sharing' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('menuitem', { name: 'Copy as my own view' }));
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      value: { views: [{ name: 'White birds', query, columns: ['name', 'berths'], density: 'COMPACT' }] },
    }),
  );
  const [copy, shared] = await screen.findAllByRole('link', { name: /^White birds/ });
  expect(copy).toHaveAttribute('aria-current', 'page');
  expect(shared).not.toHaveAttribute('aria-current');
  await user.click(shared as HTMLElement);
  await waitFor(() => expect(shared).toHaveAttribute('aria-current', 'page'));
});

it('shares a view of one’s own with a role, changes it, and gives it back', async () => {
  const { user, calls } = openBoats(sharing(), undefined, {}, `/boats/list?${query}`);
  await ready();
  await user.click(screen.getByRole('button', { name: 'Save this view' }));
  await user.type((await dialog()).getByRole('textbox', { name: 'Name of the view' }), 'Mine{Enter}');
  await choose(user, 'Mine', 'Share view');
  const form = await dialog();
  await user.selectOptions(form.getByRole('combobox', { name: 'Shared with' }), 'CSM');
  await user.click(form.getByRole('button', { name: 'Share view' }));
  const tab = await screen.findByRole('link', { name: /^Mine/, description: 'Shared by you' });
  expect(tab).toHaveAttribute('aria-current', 'page');
  expect(screen.getAllByRole('link', { name: /^Mine/ })).toHaveLength(1);
  expect(calls.find(call => call.method === 'POST' && call.path === path)?.body).toEqual({
    name: 'Mine',
    query,
    columns: [],
    density: 'COMFORTABLE',
    role: 'a',
  });
  await choose(user, 'Mine', 'Edit shared view');
  const edit = await dialog();
  await user.clear(edit.getByRole('textbox'));
  await user.type(edit.getByRole('textbox'), 'Ours{Enter}');
  await screen.findByRole('link', { name: /^Ours/ });
  expect(calls.find(call => call.method === 'PUT' && call.path === `${path}/5`)?.headers.get('if-match')).toBe('"1"');
  await choose(user, 'Ours', 'Stop sharing');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop sharing' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /^Ours/ })).not.toHaveAccessibleDescription());
  expect(calls.some(call => call.method === 'DELETE' && call.path === `${path}/5`)).toBe(true);
});
