import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import panel from '../../../../directus-schema/seed/en/panel.json';
import { noMeta } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { AccessRightChange } from '../../generated/answers';
import { MetaContext, type ResourceMeta } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { ChangesView } from './ChangesView';

afterEach(() => vi.unstubAllGlobals());

// the view reads no other fact of a resource
const accounts = {
  name: 'admin',
  route: '/users/admins',
  path: '/api/admin',
  title: 'name',
  fields: [{ name: 'roles', kind: 'text', many: true }],
} as unknown as ResourceMeta;

const change: AccessRightChange = {
  entryId: 7,
  at: '2026-11-27T14:02:11.120Z',
  actor: { kind: 'admin', id: 4, name: 'Konrad Figge' },
  userId: 9,
  name: 'Nora Keller',
  field: 'roles',
  before: [],
  after: ['c', 'd'],
  reason: '',
};

it('names the roles that an account was given, not their codes', async () => {
  fakeService(({ path }) => ({
    body: { results: path.startsWith('/api/access/changes') ? [change] : [], totalResults: 1 },
  }));
  drawWith(
    <MetaContext value={{ ...noMeta, resources: [accounts] }}>
      <ChangesView query={new URLSearchParams({ since: '2026-11-23' })} onChange={vi.fn()} />
    </MetaContext>,
    { ...panel, 'resources.admin.fields.roles': 'Roles' },
  );
  const listed = within(await screen.findByRole('list', { name: 'Changes of rights' }));
  expect(listed.getByText('Content manager, Config manager')).toBeVisible();
});
