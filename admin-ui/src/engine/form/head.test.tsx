import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ResourceMeta } from '../../meta';
import type { AnyOverride } from '../override';
import type { AsideProps } from '../overrideProps';
import { meta, stored } from './boat.fixture';
import { field, openForm, type } from './form.fixture';
import { useFormState } from './FormContext';

const boat = meta.resources[0] as ResourceMeta; // the fixture has one
boat.fields = [
  ...boat.fields,
  { name: 'phone', kind: 'phone' },
  { name: 'email', kind: 'email' },
  { name: 'cargo', kind: 'text', many: true },
];
boat.head = ['harbour', 'phone', 'email', 'cargo', 'pilot'];
boat.initials = true;

const open = (record: Record<string, unknown>, override: AnyOverride = {}) =>
  openForm(
    '/boats/list/5',
    ({ method, path }) => (method === 'GET' && path === '/api/boat/5' ? { body: { ...stored, ...record } } : undefined),
    override,
  );

const Overview = () => <p>What matters of the boat</p>;

it('puts above the tabs what is declared, with numbers to call and addresses to write to', async () => {
  open({ harbour: 'Malmö', phone: '+46700000000', email: 'boat@example.com', cargo: ['Tea', 'Salt'] });
  expect(await screen.findByRole('link', { name: '+46700000000' })).toHaveAttribute('href', 'tel:+46700000000');
  expect(screen.getByRole('link', { name: 'boat@example.com' })).toHaveAttribute('href', 'mailto:boat@example.com');
  const facts = [...document.querySelectorAll('.facts > div')].map(fact => fact.textContent);
  expect(facts).toHaveLength(4);
  expect(facts[0]).toContain('Malmö');
  expect(facts[3]).toContain('TeaSalt');
});

it('folds all but the first facts and the ways to reach somebody on a small screen, until one asks for them', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const head = boat.head;
  boat.head = ['harbour', 'cargo', 'state', 'insured', 'hireEnd', 'phone', 'email', 'captainEmail'];
  onTestFinished(() => {
    if (head) boat.head = head;
  });
  const { user } = open({
    harbour: 'Malmö',
    cargo: ['Tea'],
    hireEnd: '2027-01-12',
    phone: '+46700000000',
    email: 'b@c.example',
  });
  const phone = await screen.findByRole('link', { name: '+46700000000' });
  expect(phone).toBeVisible();
  expect(screen.queryByText('12 Jan 2027')).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 more', expanded: false }));
  expect(screen.getByText('12 Jan 2027')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
  expect(screen.queryByText('12 Jan 2027')).toBeNull();
});

it('leaves out what is empty, and what the person signed in may not read', async () => {
  open({ harbour: '', phone: '', email: null, cargo: [], pilot: 'Somebody' });
  await screen.findByRole('tab', { name: 'Details' });
  expect(document.querySelector('.facts')).toBeNull();
  expect(screen.queryByText('Somebody')).toBeNull();
});

it('opens with what matters, and has the form in a tab that counts what is not saved', async () => {
  const { user } = open({}, { Overview });
  expect(await screen.findByText('What matters of the boat')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await type(user, /^Name/, 'Ark');
  await user.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(await screen.findByText('What matters of the boat')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Details1' })).toBeVisible();
});

it('opens with the form where there is something left unsaved in it', async () => {
  const { user } = open({}, { Overview });
  await user.click(await screen.findByRole('tab', { name: 'Details' }));
  await type(user, /^Name/, 'Ark');
  cleanup();
  open({}, { Overview });
  expect(await field(/^Name/)).toHaveValue('Ark');
});

it('opens with the tab that one works in where that one is first, before the form', async () => {
  const { user } = open({}, { tabs: [{ name: 'work', label: 'Work', isFull: true, isFirst: true, Body: Workplace }] });
  expect(await screen.findByRole('button', { name: /^Rename/ })).toBeVisible();
  expect(
    screen
      .getAllByRole('tab')
      .map(tab => tab.textContent)
      .slice(0, 2),
  ).toEqual(['Work', 'Details']);
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  expect(await field(/^Name/)).toBeVisible();
});

/** Says itself what is wrong with the name, where it is to blame. */
const Workplace = ({ record }: AsideProps<Record<string, unknown>>) => {
  const { set, errors } = useFormState();
  return (
    <>
      <button type="button" onClick={() => set('name', 'Ark')}>
        Rename version {String(record['version'])}
      </button>
      {errors['name'] && (
        <p data-wrong tabIndex={-1}>
          Wrong here: {errors['name']}
        </p>
      )}
    </>
  );
};

it('stays open after saving in a tab that one works in, with the record as it was saved', async () => {
  let saved: Record<string, unknown> = stored;
  const { user } = openForm(
    '/boats/list/5/work',
    ({ method, path }) => {
      if (path !== '/api/boat/5') return undefined;
      if (method === 'PUT') saved = { ...stored, name: 'Ark', version: 9 };
      return { body: saved };
    },
    { tabs: [{ name: 'work', label: 'Work', isFull: true, Body: Workplace }] },
  );
  await user.click(await screen.findByRole('button', { name: /^Rename/ }));
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Rename version 9' })).toBeVisible();
});

const refusing = (body: Record<string, unknown>) => {
  const { user } = openForm(
    '/boats/list/5/work',
    ({ method, path }) =>
      path === '/api/boat/5' ? (method === 'PUT' ? { status: 422, body } : { body: stored }) : undefined,
    { tabs: [{ name: 'work', label: 'Work', isFull: true, Body: Workplace }] },
  );
  return async () => {
    await user.click(await screen.findByRole('button', { name: /^Rename/ }));
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  };
};

const refused = { status: 422, code: 'VALIDATION_FAILED', messages: [], params: {}, requestId: 'r-1', details: {} };

it('stays in the tab that one works in when a save is refused, with the focus at the fault', async () => {
  await refusing({ ...refused, fieldErrors: { name: ['validation.required'] } })();
  await waitFor(() => expect(screen.getByText(/^Wrong here/)).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeVisible();
});

it('leaves the tab that one works in for a fault of a field that is not in it', async () => {
  await refusing({ ...refused, fieldErrors: { berths: ['validation.required'] } })();
  expect(await field(/^Name/)).toHaveValue('Ark');
});

it('stays in the tab that one works in when no field is to blame', async () => {
  await refusing({ ...refused, fieldErrors: {} })();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Rename/ })).toBeVisible();
});

it.each(['nonsense', 'history/3'])(
  'shows the first tab where the address names the unknown tab %s, and says so',
  async tab => {
    openForm(`/boats/list/5/${tab}`);
    expect(await screen.findByText('panel.form.unknownTab')).toBeInTheDocument();
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Details');
    await waitFor(() => expect(location.pathname).toBe('/boats/list/5'));
  },
);

it('says nothing where the address names a tab that there is', async () => {
  openForm('/boats/list/5/history');
  expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent('History');
  expect(screen.queryByText('panel.form.unknownTab')).toBeNull();
});
