import { useEffect } from 'react';
import Drawer from '@mui/material/Drawer';
import { useTranslate } from 'ra-core';
import { FocusStart } from '../ui/FocusStart';
import { IconButton } from '../ui/IconButton';
import { layers } from '../ui/layer';
import { currentLocation, onLocation } from '../router/history';
import { Logo } from './Logo';
import { Sidebar } from './Sidebar';

interface Props {
  onClose: () => void;
}

/** The sidebar on a small screen: over the page until one has chosen. */
export const Sheet = ({ onClose }: Props) => {
  const t = useTranslate();
  useEffect(() => {
    const { pathname } = currentLocation();
    return onLocation(() => currentLocation().pathname !== pathname && onClose());
  }, [onClose]);
  const paper = { className: 'nav-sheet', 'aria-label': t('panel.shell.navigation') };
  return (
    <Drawer open container={layers} slotProps={{ paper }} onClose={onClose}>
      <FocusStart />
      <div className="nav-head">
        <Logo />
        <IconButton icon="x" label={t('panel.shell.close')} onClick={onClose} />
      </div>
      <Sidebar />
    </Drawer>
  );
};
