import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService } from '../../../test/service';
import type { TextFinding, TextSetAside } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { DismissedDialog } from './DismissedDialog';
import { cellOf, openFindings, type Sheet } from './sheet';

const dismissed = (messageKey: string, finding: TextFinding, messageValue: string, source: string): TextSetAside => ({
  client: 0,
  locale: 'de',
  messageKey,
  finding,
  messageValue,
  source,
  reason: 'a name',
  by: 'Ada',
  at: '2026-01-01T10:00:00Z',
});

const text = (locale: string, messageKey: string, messageValue: string) => ({
  id: 1,
  locale,
  messageKey,
  messageValue,
  state: 'TRANSLATED',
  dateUpdated: '',
});

const partOf = (locale: string, texts: Record<string, string>) =>
  [locale, new Map(Object.entries(texts).map(([key, value]) => [key, text(locale, key, value)]))] as const;

const dismissedFindings = [
  dismissed('a.same', 'SAME', 'Status', 'Status'),
  dismissed('a.old', 'SAME', 'Status', 'Status'),
  dismissed('a.rows', 'FORMS', 'Zeilen', 'row |||| rows'),
];

const sheet: Sheet = {
  client: 0,
  own: new Map([
    partOf('en', { 'a.same': 'Status', 'a.old': 'State', 'a.rows': 'row |||| rows' }),
    partOf('de', { 'a.same': 'Status', 'a.old': 'State', 'a.rows': 'Zeilen' }),
  ]),
  behind: new Map(),
  aside: new Map(dismissedFindings.map(one => [`de ${one.messageKey}`, [one]])),
};

it.each([
  ['a.same', [], 'TRANSLATED'],
  ['a.old', ['SAME'], 'TRANSLATED'],
  ['a.rows', [], 'TRANSLATED'],
])('leaves out what is set aside while the text and its source stand: %s', (key, findings, state) => {
  const shown = cellOf(sheet, 'de', key);
  expect([openFindings(shown), shown.state]).toEqual([findings, state]);
});

it('lists what is set aside with its reasons, says what is no longer valid, and takes one back', async () => {
  const calls = fakeService(({ method }) => ({
    body: method === 'GET' ? { results: dismissedFindings, totalResults: 3 } : {},
  }));
  const user = drawWith(<DismissedDialog sheet={sheet} mayWrite onClose={vi.fn()} />, {
    ...engineWords,
    ...panelWords,
    ...uiWords,
    ...words,
  });
  expect(await screen.findAllByText(/Set aside by Ada: a name/)).toHaveLength(3);
  expect(screen.getAllByText(/No longer valid/)).toHaveLength(1);
  await user.click(screen.getAllByRole('button', { name: 'Show it again' })[0] as HTMLElement); // three are listed
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')).toBeDefined());
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    client: 0,
    locale: 'de',
    messageKey: 'a.same',
    finding: 'SAME',
    messageValue: 'Status',
    takeBack: true,
  });
});
