import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/vms.json';
import type { VmsConnection } from '../../generated/resources';
import { drawWith } from '../../ui/ui.fixture';
import { Silent } from './Silent';

// the note reads no other field of a connection
const connection = (silent: boolean) => ({ silent, heardAt: '2026-11-20T08:00:00.000Z' }) as unknown as VmsConnection;

it('says of a connection that it hears less than usual, and since when', () => {
  drawWith(<Silent record={connection(true)} />, words);
  expect(screen.getByText(/^Less has come from this VMS than usual at this time\. Last heard:/)).toBeVisible();
});

it('says nothing of one that hears as usual', () => {
  drawWith(<Silent record={connection(false)} />, words);
  expect(screen.queryByText(/Less has come/)).toBeNull();
});
