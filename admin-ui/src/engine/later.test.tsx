import { Suspense } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { later, loadParts } from './later';

const Boat = ({ name }: { name: string }) => <p>{name}</p>;
const draw = (part: React.ReactNode) => render(<Suspense fallback="waiting">{part}</Suspense>);

it('is drawn at once when it has been fetched', async () => {
  const Part = later(async () => Boat);
  await Part.load();
  draw(<Part name="Albatross" />);
  expect(screen.getByText('Albatross')).toBeVisible();
});

it('is waited for when it has not', async () => {
  const Part = later(async () => Boat);
  draw(<Part name="Albatross" />);
  expect(screen.getByText('waiting')).toBeVisible();
  expect(await screen.findByText('Albatross')).toBeVisible();
});

it('is found wherever it stands', async () => {
  const Part = later(async () => Boat);
  await loadParts({ tabs: [{ name: 'boat', Body: Part }], count: 3, of: () => 'nothing' });
  draw(<Part name="Albatross" />);
  expect(screen.getByText('Albatross')).toBeVisible();
});
