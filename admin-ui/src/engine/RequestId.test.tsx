import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import panel from '../../../directus-schema/seed/en/panel.json';
import { HttpError } from '../providers/httpError';
import { adopt } from '../providers/session';
import { newTokens } from '../../test/token';
import { drawWith } from '../ui/ui.fixture';
import { Refusal } from './list/dialogs/Refusal';
import { ErrorPage } from '../screens/ErrorPage';

const error = new HttpError(500, { code: 'INTERNAL', messages: ['boat.wet'], requestId: '7f3a19c2-aaaa-bbbb' });

const places: Record<string, ReactNode> = {
  'a page that could not be read': <ErrorPage error={error} />,
  'a dialog whose call was refused': <Refusal error={error} />,
};

it.each(Object.entries(places))('the id of a request in %s leads to its story', (_, place) => {
  adopt(newTokens(900, { internal: { roles: ['b'], permissions: ['audit.read'] } }));
  drawWith(place, { ...panel, 'boat.wet': 'It is wet.' });
  expect(screen.getByText('7f3a19c2-aaaa-bbbb').closest('a')).toHaveAttribute('href', '/support/7f3a19c2-aaaa-bbbb');
});
