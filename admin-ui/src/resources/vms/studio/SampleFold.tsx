import { useState, type ReactNode } from 'react';
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { Button } from '../../../ui/Button';
import { FocusStart } from '../../../ui/FocusStart';
import { IconButton } from '../../../ui/IconButton';
import { layers } from '../../../ui/layer';

interface Props {
  /** Of the sample; empty without one. */
  name: string;
  children: ReactNode;
}

/** The sample beside the rules, or where there is no room for it, in a drawer behind a button. */
export const SampleFold = ({ name, children }: Props) => {
  const t = useTranslate();
  const isFolded = useMediaQuery('(max-width: 1339px)', { noSsr: true });
  const [isOpen, setOpen] = useState(false);
  if (!isFolded) return children;
  const title = t('panel.vms.studio.sample');
  const close = () => setOpen(false);
  return (
    <div className="st-fold">
      {/* without a sample that is what one begins with, as beside the rules */}
      <Button small icon="columns" data-autofocus={name ? undefined : true} onClick={() => setOpen(true)}>
        {name ? t('panel.vms.studio.sampleNamed', { name }) : t('panel.vms.studio.chooseSample')}
      </Button>
      <Drawer
        open={isOpen}
        anchor="left"
        container={layers}
        sx={{ zIndex: 'modal' }}
        slotProps={{ root: { className: 'st-drawer' }, paper: { role: 'dialog', 'aria-label': title } }}
        onClose={close}
      >
        <FocusStart />
        <div className="st-top">
          <h2>{title}</h2>
          <IconButton icon="x" label={t('panel.vms.studio.closeSample')} onClick={close} />
        </div>
        {children}
      </Drawer>
    </div>
  );
};
