import { Suspense } from 'react';
import { useTheme } from '@mui/material/styles';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeService, type Reply } from '../../test/service';
import { currentMessages, startMessages } from '../providers/messages';
import { lazyPart, lazyUnthemedPart, loadParts } from './lazyPart';

const Boat = ({ name }: { name: string }) => <p>{name}</p>;
const draw = (part: React.ReactNode) => render(<Suspense fallback="waiting">{part}</Suspense>);

afterEach(() => vi.restoreAllMocks());

it('is drawn at once when it has been fetched', async () => {
  const Part = lazyPart(async () => Boat);
  await Part.load();
  draw(<Part name="Albatross" />);
  expect(screen.getByText('Albatross')).toBeVisible();
});

it('is waited for when it has not', async () => {
  const Part = lazyPart(async () => Boat);
  draw(<Part name="Albatross" />);
  expect(screen.getByText('waiting')).toBeVisible();
  expect(await screen.findByText('Albatross')).toBeVisible();
});

const Themed = () => <p>{useTheme().palette.primary.main}</p>;

it('brings the theme along, also inside of another', async () => {
  const Inner = lazyPart(async () => Themed);
  const Outer = lazyPart(async () => () => <Inner />);
  await loadParts([Inner, Outer]);
  draw(<Outer />);
  expect(screen.getByText('#0a637b')).toBeVisible();
});

it('is found wherever it stands', async () => {
  const Part = lazyPart(async () => Boat);
  await loadParts({ tabs: [{ name: 'boat', Body: Part }], count: 3, of: () => 'nothing' });
  draw(<Part name="Albatross" />);
  expect(screen.getByText('Albatross')).toBeVisible();
});

it.each([
  ['a part', lazyPart],
  ['an unthemed part', lazyUnthemedPart],
])('%s is fetched again once the connection is back', async (_, make) => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const find = vi.fn(async () => Boat).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = make(find);
  draw(<Part name="Albatross" />);
  await waitFor(() => expect(find).toHaveBeenCalledTimes(1));
  expect(screen.getByText('waiting')).toBeVisible();
  isOnline.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Albatross')).toBeVisible();
});

it('says at once what fails with a connection', async () => {
  const Part = lazyPart(() => Promise.reject(new Error('it is not there')));
  await expect(Part.load()).rejects.toThrow('it is not there');
});

it('waits for its texts as for its code', async () => {
  const replies: Reply[] = [
    { body: { messages: { 'menu.boats': 'Boats' }, fallbacks: {}, more: true } },
    { status: 503 },
    { body: { messages: { 'menu.boats': 'Boats', 'boat.sail': 'Sail' }, fallbacks: {} } },
  ];
  const calls = fakeService(() => replies[calls.length - 1] ?? { status: 500 });
  onTestFinished(() => void vi.unstubAllGlobals());
  await startMessages();
  const Part = lazyPart(async () => () => <p>{currentMessages().texts['boat.sail']}</p>);
  await expect(Part.load()).rejects.toMatchObject({ status: 503 });
  draw(<Part />);
  expect(screen.getByText('waiting')).toBeVisible();
  expect(await screen.findByText('Sail')).toBeVisible();
});
