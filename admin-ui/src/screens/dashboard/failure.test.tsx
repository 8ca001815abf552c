import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { HttpError } from '../../providers/httpError';
import { drawWith } from '../../ui/ui.fixture';
import { Failure } from './Failure';

it('names the whole request, by which the palette finds what is known of it', () => {
  const requestId = '01a22030-fd2a-7a7c-8ac8-583af0369def';
  drawWith(<Failure error={new HttpError(503, { requestId })} onRetry={vi.fn()} />, { ...uiWords, ...words });
  expect(screen.getByText(requestId)).toBeVisible();
});
