import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import contentWords from '../../../../directus-schema/seed/en/content.json';
import words from '../../../../directus-schema/seed/en/question.json';
import { noMeta } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { LocalTexts } from './LocalTexts';

const known = (client: string | null, locale: string | null) =>
  client === '7' && locale === 'de' ? [{ locale, messageKey: 'q.start', messageValue: 'Wann beginnen Sie?' }] : [];

it('shows the last known texts of a question, and says so, while the content service is away', async () => {
  const calls = fakeService(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://panel.example');
    if (pathname === '/api/client/7') return { body: { languages: ['de', 'en'] } };
    if (pathname.startsWith('/items/'))
      return { status: 503, body: { code: 'UNAVAILABLE', messages: ['error.unavailable'] } };
    return { body: { results: known(searchParams.get('client'), searchParams.get('locale')) } };
  });
  drawWith(
    <MetaContext value={{ ...noMeta, permissions: ['translation.read', 'translation.write'] }}>
      <LocalTexts clientId={7} messageKey="q.start" label="Question" />
    </MetaContext>,
    { ...words, ...contentWords },
  );
  expect(await screen.findByText(/content service is not reachable.*last known texts/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /German/ })).toHaveValue('Wann beginnen Sie?');
  expect(screen.getByRole('textbox', { name: /German/ })).toHaveAttribute('readonly');
  expect(screen.getByRole('textbox', { name: /English/ })).toHaveValue('');
  const last = calls.filter(({ path }) => path.startsWith('/api/translation/lastKnown'));
  expect(last).toHaveLength(4);
  expect(last.every(({ path }) => path.includes('messageKey=q.start'))).toBe(true);
});
