import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService } from '../../../test/service';
import { drawWith } from '../../ui/ui.fixture';
import { fallbacksOf } from './LanguageFacts';
import { LanguagesDialog } from './LanguagesDialog';

it.each([
  ['en', []],
  ['de', ['en']],
  ['de-AT', ['de', 'en']],
  ['zh-Hant-TW', ['zh-Hant', 'zh', 'en']],
  ['en-GB', ['en']],
])('knows what shows in place of a text of %s', (iso, want) => expect(fallbacksOf(iso)).toEqual(want));

const counted = (client: number, locale: string, own: number, missing: number) => ({
  client,
  locale,
  used: 100,
  own,
  missing,
  stale: 0,
  broken: 0,
  draft: 0,
  percent: 100 - missing,
});

it("says of each language what the client's people will see, also before it is switched on", async () => {
  const calls = fakeService(({ path }) => {
    const query = new URL(path, 'http://panel').searchParams;
    if (path.includes('/items/d_client')) return { body: { data: { languages: [{ iso: 'en' }, { iso: 'de-AT' }] } } };
    const locale = query.get('locale');
    if (!locale) return { body: { results: [counted(0, 'fr', 90, 10)] } };
    return { body: { results: [counted(7, locale, locale === 'de-AT' ? 3 : 0, locale === 'fr' ? 1 : 0)] } };
  });
  const offered = ['en', 'de-AT', 'fr', 'nl'].map((iso, sort) => ({ iso, name: iso, active: true, sort }));
  const user = drawWith(<LanguagesDialog client={7} offered={offered} onClose={vi.fn()} />, {
    ...engineWords,
    ...panelWords,
    ...uiWords,
    ...words,
  });
  const lines = () => screen.getAllByRole('listitem');
  expect(await screen.findByText(/3 texts of its own/)).toHaveTextContent(
    'Everything is translated. 3 texts of its own. Missing ones show in: German, English.',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Add a language' }), 'fr');
  const added = lines()[2] as HTMLElement; // two were there
  expect(await within(added).findByText(/missing/)).toHaveTextContent(
    '1 of 100 missing. 0 texts of its own. Missing ones show in: English.',
  );
  expect(calls.some(({ path }) => path.endsWith('coverage?client=7&locale=fr'))).toBe(true);
});

it('shows the last known languages of a client to read, and says so, while the content service is away', async () => {
  fakeService(({ path }) => {
    if (path.includes('/items/'))
      return { status: 503, body: { code: 'UNAVAILABLE', messages: ['error.unavailable'] } };
    if (path === '/api/client/7') return { body: { languages: ['de', 'en'] } };
    return { body: { results: [counted(7, 'de', 0, 0)] } };
  });
  drawWith(<LanguagesDialog client={7} offered={[]} onClose={vi.fn()} />, {
    ...engineWords,
    ...panelWords,
    ...uiWords,
    ...words,
  });
  expect(await screen.findByText(/content service is not reachable.*last known languages/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map(line => line.textContent)).toEqual([
    expect.stringMatching(/^German/),
    expect.stringMatching(/^English/),
  ]);
  for (const button of screen.getAllByRole('button')) expect(button).toHaveAccessibleName('Close');
});
