import { Suspense } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { later } from './later';

const Boat = ({ name }: { name: string }) => <p>{name}</p>;
const draw = (part: React.ReactNode) => render(<Suspense fallback="waiting">{part}</Suspense>);

it('is drawn at once when it has been fetched', async () => {
  const [Part, fetch] = later(async () => Boat);
  await fetch();
  draw(<Part name="Albatross" />);
  expect(screen.getByText('Albatross')).toBeVisible();
});

it('is waited for when it has not', async () => {
  const [Part] = later(async () => Boat);
  draw(<Part name="Albatross" />);
  expect(screen.getByText('waiting')).toBeVisible();
  expect(await screen.findByText('Albatross')).toBeVisible();
});
