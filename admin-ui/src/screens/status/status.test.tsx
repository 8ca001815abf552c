import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../../test/service';
import indexTexts from '../../../../directus-schema/seed/en/index.json';
import statusTexts from '../../../../directus-schema/seed/en/status.json';
import type { ServiceCopy, ServicePart } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { Status } from '../Status';
import { CopyCard } from './CopyCard';

const texts = { ...indexTexts, ...statusTexts };

afterEach(() => {
  vi.unstubAllGlobals();
});

const part = (name: string, state: ServicePart['state'], detail: string): ServicePart => ({
  name,
  state,
  detail,
  code: '',
  past: [
    { state: 'OK', detail: '', from: '2026-03-02T08:00:00.000Z', until: '2026-03-02T09:10:00.000Z' },
    { state, detail, from: '2026-03-02T09:10:00.000Z', until: null },
  ],
});

const copy = (...parts: ServicePart[]): ServiceCopy => ({
  id: 'copy_1',
  host: 'one',
  version: 'v1',
  startedAt: '2026-03-02T08:00:00.000Z',
  seenAt: '2026-03-02T09:20:00.000Z',
  runs: true,
  answers: true,
  parts,
});

const draw = (...parts: ServicePart[]) =>
  drawWith(<CopyCard copy={copy(...parts)} from="2026-03-01T09:20:00.000Z" at="2026-03-02T09:20:00.000Z" />, texts);

it.each([
  ['database', 'DOWN', 'Database', 'Down', /DATABASE_URL/],
  ['index', 'DOWN', 'Search index', 'Down', /SEARCH_URL/],
  ['jobs', 'DOWN', 'Job queue', 'Down', /restart this copy/],
  ['content', 'DEGRADED', 'Content service', 'Impaired', /CONTENT_URL/],
  ['disk', 'DEGRADED', 'Disk', 'Impaired', /Make room/],
  ['queues', 'DEGRADED', 'Queues', 'Impaired', /goes on by itself/],
  ['mail', 'DEGRADED', 'Mail server', 'Impaired', /SMTP_URL/],
  ['audit', 'DEGRADED', 'Audit sink', 'Impaired', /AUDIT_SINK/],
  ['scanner', 'DEGRADED', 'Upload scanner', 'Impaired', /Uploads are refused until it answers/],
  ['files', 'DEGRADED', 'Upload storage', 'Impaired', /S3_URL/],
] as const)('says of %s that it is %s, since when, why and what to do', (name, state, label, chip, advice) => {
  draw(part(name, state, 'no route to it'));
  const item = screen.getByText(label).closest('li') as HTMLElement; // the part that it names
  expect(within(item).getByText(chip)).toBeVisible();
  const reported = within(item).getAllByText(new RegExp(`^${chip} from .* to now: no route to it$`));
  expect(reported.at(-1)).toBeVisible(); // the strip has it as a title, too
  expect(within(item).getByText(advice)).toBeVisible();
  expect(within(item).getByText('no route to it')).toBeVisible();
});

it.each([
  ['vms', 'paused: Acme, Beta: north\nsilent: Corvid', 'Paused: Acme, Beta: north. Silent: Corvid.'],
  ['queues', 'index, mail', 'Changes for the search index, Mails that are due'],
  [
    'index',
    'building freelancer 12000 300000\nmissing pool',
    'The index of Freelancers is being built: 12,000 of 300,000. The index of Pools is missing.',
  ],
  ['content', 'locked', 'Locked by its licence.'],
  ['content', 'no such host', 'no such host'],
  ['disk', 'low', 'Less than a tenth is free.'],
  [
    'secrets',
    'besideTheData',
    'SIGNING_SECRET is not set: the key file lies in the data folder, beside what it protects.',
  ],
])('puts what the product itself found wrong with %s into the words of the reader', (name, detail, words) => {
  draw(part(name, 'DEGRADED', detail));
  expect(screen.getByText(words)).toBeVisible();
});

it('says how far Directus is used beyond its licence, and what to do about it', () => {
  draw(part('licence', 'DEGRADED', 'grace until=2026-04-01 seats=5/3 collections=27/25 sso_enabled'));
  const item = screen.getByText('Directus licence').closest('li') as HTMLElement; // the part that it names
  expect(item).toHaveTextContent('Directus will be locked on 01 Apr 2026.');
  expect(item).toHaveTextContent(
    '5 Studio accounts are active, 3 are free without a licence; deactivate 2 or set LICENSE_KEY.',
  );
  expect(item).toHaveTextContent(
    '27 collections exist in Directus, 25 are free without a licence; remove 2 or set LICENSE_KEY.',
  );
  expect(item).toHaveTextContent('sign in by another provider');
  expect(item).not.toHaveTextContent('seats=');
});

it('does not send people to look for a content service that is locked', () => {
  draw(part('content', 'DEGRADED', 'refused'), part('licence', 'DEGRADED', 'locked seats=4/3'));
  const item = screen.getByText('Content service').closest('li') as HTMLElement; // the part that it names
  expect(item).toHaveTextContent('Directus is used for more than is free without a licence.');
  expect(item).not.toHaveTextContent('CONTENT_URL');
});

it('says that Directus is locked', () => {
  draw(part('licence', 'DEGRADED', 'locked seats=4/3'));
  expect(screen.getByText('Directus licence').closest('li')).toHaveTextContent('Directus is locked. 4 Studio accounts');
});

it.each([
  ['database', 'DOWN', 'Database', /extension-service restore FILE/],
  ['index', 'DOWN', 'Search index', /the file is set aside/],
  ['jobs', 'DOWN', 'Job queue', /the file is set aside/],
  ['content', 'DEGRADED', 'Content service', /restore the last backup/],
] as const)('says of a damaged file of %s what to do', (name, state, label, advice) => {
  draw({ ...part(name, state, 'malformed'), code: 'DATABASE_DAMAGED' });
  const item = screen.getByText(label).closest('li') as HTMLElement; // the part that it names
  expect(within(item).getByText(advice)).toBeVisible();
  expect(within(item).queryByText(/DATABASE_URL|SEARCH_URL|CONTENT_URL/)).toBeNull();
});

it.each([
  ['database', 'Database', /Nothing is saved any more/],
  ['index', 'Search index', /the index is built anew/],
  ['jobs', 'Job queue', /jobs go on/],
] as const)('says of a file of %s that was taken away what to do', (name, label, advice) => {
  draw({ ...part(name, 'DOWN', 'removed'), code: 'DATABASE_GONE' });
  const item = screen.getByText(label).closest('li') as HTMLElement; // the part that it names
  expect(within(item).getByText(advice)).toBeVisible();
});

it('says by /readyz too that a file is damaged', async () => {
  fakeService(({ path }) =>
    path === '/readyz'
      ? {
          status: 503,
          body: { status: 'down', checks: { database: 'down' }, details: { database: 'DATABASE_DAMAGED' } },
        }
      : {
          status: 503,
          body: { status: 503, code: 'UNAVAILABLE', messages: ['detail.DATABASE_DAMAGED'], requestId: '7f3a19c2-bbbb' },
        },
  );
  drawWith(<Status />, texts);
  expect(await screen.findByText(/extension-service restore FILE/)).toBeVisible();
});

it('gives no advice where everything works', () => {
  draw(part('database', 'OK', ''));
  expect(screen.getByText('Works')).toBeVisible();
  expect(screen.queryByText(/DATABASE_URL/)).toBeNull();
});

it('says by /readyz which part does not work, while nobody can be told who asks', async () => {
  const refusal = { status: 503, code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: '7f3a19c2-aaaa' };
  fakeService(({ path }) =>
    path === '/readyz'
      ? { status: 503, body: { status: 'down', checks: { database: 'down', content: 'ok' } } }
      : { status: 503, body: refusal },
  );
  drawWith(<Status />, texts);
  const database = (await screen.findByText('Database')).closest('li') as HTMLElement; // the part that it names
  expect(within(database).getByText('Down')).toBeVisible();
  expect(within(database).getByText(/DATABASE_URL/)).toBeVisible();
  const content = screen.getByText('Content service').closest('li') as HTMLElement;
  expect(within(content).getByText('Works')).toBeVisible();
  expect(screen.queryByText('Everything works.')).toBeNull();
});
