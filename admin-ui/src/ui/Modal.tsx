import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from './Button';
import { DiscardDialog } from './DiscardDialog';
import { ModalFrame, type FrameProps } from './ModalFrame';
import { useLeave } from './useLeave';

interface Props extends Omit<FrameProps, 'footer' | 'onClose' | 'onFocus'> {
  onClose: () => void;
  /** How many changes would be lost by closing; with any, closing asks. Left out, the lines that were typed into count. */
  unsaved?: number;
  /** Left in the footer: how far it can be undone, or what is missing. */
  note?: ReactNode;
  /** The buttons after Cancel, the primary last. */
  actions?: ReactNode;
  cancelLabel?: string;
  /** Runs before it closes with changes given up. */
  onDiscard?: () => void;
}

/** A dialog that stays until its own buttons close it, and asks before changes are lost. */
export const Modal = ({ unsaved, note, actions, cancelLabel, onClose, onDiscard, ...frame }: Props) => {
  const t = useTranslate();
  const { leave, onFocus, asked, keep } = useLeave(unsaved, onClose);
  const discard = () => {
    onDiscard?.();
    onClose();
  };
  const footer = (
    <>
      <span className="note-l grow">{note}</span>
      <Button onClick={leave}>{cancelLabel ?? t('panel.modal.cancel')}</Button>
      {actions}
    </>
  );
  return (
    <>
      <ModalFrame {...frame} onClose={leave} onFocus={onFocus} footer={footer} />
      {asked > 0 && <DiscardDialog count={asked} onDiscard={discard} onKeep={keep} />}
    </>
  );
};
