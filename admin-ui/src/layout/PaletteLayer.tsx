import { Suspense, useState } from 'react';
import { lazyPart } from '../ui/lazyPart';
import { useIdle } from '../engine/list/useIdle';
import { PaletteWaiting } from './PaletteWaiting';

const Palette = lazyPart(() => import('../palette/Palette').then(m => m.Palette));

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** The place of the palette. What is typed before it has loaded is handed over. */
export const PaletteLayer = ({ isOpen, onClose }: Props) => {
  useIdle(Palette.load);
  return isOpen && <Opened onClose={onClose} />;
};

const Opened = ({ onClose }: { onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  return (
    <Suspense fallback={<PaletteWaiting text={typed} onType={setTyped} onClose={onClose} />}>
      <Palette start={typed} onClose={onClose} />
    </Suspense>
  );
};
