import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import words from '../../../../directus-schema/seed/en/content.json';
import { drawWith } from '../../ui/ui.fixture';
import { Foot } from './Foot';

const draw = (mayWrite: boolean) =>
  drawWith(<Foot shown={4706} all={12_000} mayWrite={mayWrite} works={new Map()} />, {
    ...panelWords,
    ...uiWords,
    ...words,
  });

it('counts texts as the language of the reader does', () => {
  draw(true);
  expect(screen.getByText('4,706 of 12,000 keys')).toBeVisible();
});

it.each([true, false])('names the keys that save only where one may write: %s', mayWrite => {
  draw(mayWrite);
  expect(screen.queryAllByText('save, next open')).toHaveLength(mayWrite ? 1 : 0);
  expect(screen.queryAllByText(/shows in open panels/)).toHaveLength(mayWrite ? 1 : 0);
});
