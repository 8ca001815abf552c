import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../directus-schema/seed/en/panel.json';
import { drawWith } from '../ui/ui.fixture';
import { useActorName } from './useActorName';

const Name = ({ of }: { of: string }) => <p>{useActorName()(of)}</p>;

it.each([
  ['vms.outbound', 'System'],
  ['project.closeExpired', 'System'],
  ['pool', 'System'],
  ['Alma Linden', 'Alma Linden'],
  ['van der Berg', 'van der Berg'],
  ['Fieldglass', 'Fieldglass'],
])('says of %s who it is: %s', (of, name) => {
  drawWith(<Name of={of} />, words);
  expect(screen.getByText(name)).toBeVisible();
});
