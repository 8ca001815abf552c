import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lazyPart } from '../../ui/lazyPart';
import { draw } from '../../ui/ui.fixture';
import { lazyInput } from './DateInputs';

const Never = lazyInput(lazyPart(() => new Promise(() => undefined)));

it('shows a date before its input has come, and takes nothing that would be gone with it', async () => {
  const field = { name: 'launch', kind: 'date' } as const;
  draw(<Never field={field} source="launch" label="Launch" value="2027-03-01" onChange={() => undefined} />);
  const line = await screen.findByRole('textbox');
  expect(line).toHaveValue('01 Mar 2027');
  expect(line).toHaveAttribute('readonly');
  expect(line).toHaveAttribute('aria-busy', 'true');
});
