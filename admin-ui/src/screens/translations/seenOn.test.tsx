import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import { fakeService } from '../../../test/service';
import { drawWith } from '../../ui/ui.fixture';
import { SeenOn } from './SeenOn';

const page = (route: string) => ({ route, lastSeenAt: '2026-11-20T08:00:00Z' });

it('leads to the pages that show a text, but for those of one record', async () => {
  fakeService(() => ({
    body: { pages: [page('/projects/list'), page('/projects/list/:id')], clients: [], beyond: 0 },
  }));
  drawWith(<SeenOn messageKey="panel.save" locale="de" />, words);
  expect(await screen.findByText(/^Shown on/)).toHaveTextContent('Shown on /projects/list, /projects/list/:id');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('link', { name: '/projects/list' })).toHaveAttribute('href', '/projects/list');
});
