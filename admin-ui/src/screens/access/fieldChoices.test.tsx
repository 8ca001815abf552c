import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import freelancer from '../../../../directus-schema/seed/en/freelancer.json';
import panel from '../../../../directus-schema/seed/en/panel.json';
import setting from '../../../../directus-schema/seed/en/setting.json';
import type { AccessKind } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { useFieldChoices } from './useFieldChoices';

const kind: AccessKind = {
  name: 'freelancer',
  verbs: [],
  actions: [],
  fields: [
    'boundClientId',
    'boundClientName',
    'boundClient',
    'poolMemberships',
    'poolCount',
    'poolIds',
    'firstName',
    'version',
  ],
};

const Names = () => useFieldChoices(kind).map(({ value, label }) => <p key={value}>{label}</p>);

it('says of fields of one name what tells them apart', () => {
  drawWith(<Names />, { ...freelancer, ...panel, ...setting });
  for (const name of [
    'Bound client (number)',
    'Bound client (name)',
    'Bound client (boundClient)',
    'Pools (how many)',
    'Pools (numbers)',
    'First name',
    'Version',
  ])
    expect(screen.getByText(name)).toBeVisible();
});
