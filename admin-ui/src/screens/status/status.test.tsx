import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import texts from '../../../../directus-schema/seed/en/status.json';
import type { ServiceCopy, ServicePart } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { CopyCard } from './CopyCard';

const part = (name: string, state: ServicePart['state'], detail: string): ServicePart => ({
  name,
  state,
  detail,
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
  ['files', 'DEGRADED', 'Upload storage', 'Impaired', /S3_URL/],
] as const)('says of %s that it is %s, since when, why and what to do', (name, state, label, chip, advice) => {
  draw(part(name, state, 'no route to it'));
  const item = screen.getByText(label).closest('li') as HTMLElement; // the part that it names
  expect(within(item).getByText(chip)).toBeVisible();
  const told = within(item).getAllByText(new RegExp(`^${chip} from .* to now: no route to it$`));
  expect(told.at(-1)).toBeVisible(); // the strip has it as a title, too
  expect(within(item).getByText(advice)).toBeVisible();
  expect(within(item).getByText('no route to it')).toBeVisible();
});

it('gives no advice where everything works', () => {
  draw(part('database', 'OK', ''));
  expect(screen.getByText('Works')).toBeVisible();
  expect(screen.queryByText(/DATABASE_URL/)).toBeNull();
});
