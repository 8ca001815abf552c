import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import applicationTexts from '../../../../directus-schema/seed/en/application.json';
import texts from '../../../../directus-schema/seed/en/vms.json';
import { drawWith } from '../../ui/ui.fixture';
import { ReasonLine } from './ReasonLine';

const field = { name: 'reason', kind: 'enum' } as const;
const draw = (message: object) =>
  drawWith(<ReasonLine record={{ id: 1, ...message } as never} field={field} />, { ...texts, ...applicationTexts });

it.each([
  [{ state: 'QUARANTINED', reason: 'LOOKUP', detail: 'status Frozen' }, 'Unknown value: status Frozen'],
  [{ state: 'QUARANTINED', reason: 'MAPPING', detail: 'no JSON object' }, 'The mapping fails: it is not a JSON object'],
  [{ state: 'FAILED', failure: 'VMS_UNAVAILABLE', detail: '' }, 'VMS not available'],
])('leads with why a message waits for somebody (%o)', (message, line) => {
  draw(message);
  expect(screen.getByText(line)).toBeVisible();
});

it('says nothing of a message that waits for nobody', () => {
  draw({ state: 'PROCESSED', reason: 'STALE', detail: '' });
  expect(screen.queryByText(/Something newer is known/)).toBeNull();
});
