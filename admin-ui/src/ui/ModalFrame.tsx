import { useId, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import Dialog from '@mui/material/Dialog';
import { useTranslate } from 'ra-core';
import { pressPrimary } from './dialogKeys';
import { FocusStart } from './FocusStart';
import { IconButton } from './IconButton';
import { layers } from './layer';
import './modal.css';

/** What every dialog may say of itself. */
export interface FrameProps {
  /** The title in the bar, which names the dialog to readers: words, also while its body loads. */
  title: ReactNode;
  /** Stands before the title. */
  mark?: ReactNode;
  /** A line under the title; the empty text keeps its place while it is on its way. */
  sub?: ReactNode;
  /** Buttons in the bar, before the close button. */
  bar?: ReactNode;
  /** Stands between bar and body and does not scroll. */
  tabs?: ReactNode;
  footer?: ReactNode;
  size?: 'narrow' | 'normal' | 'wide' | 'full';
  /** Takes the whole height at once, for bodies that load or change. */
  isTall?: boolean;
  /** Covers the body while the work runs. */
  isBusy?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** The body as the panel of the tab with this id. */
  /** Of tabs: what they show; `isReadOnly` where nothing in it takes the focus, so that it can be scrolled by keyboard. */
  panel?: { id: string; tab: string; isReadOnly?: boolean };
  onClose?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onFocus?: (event: FocusEvent) => void;
  children?: ReactNode;
}

/**
 * The frame of a dialog: above a scrim, with the focus inside. Escape does what the close button does, a click beside it
 * nothing; Ctrl+Enter and Ctrl+S press the primary button.
 */
export const ModalFrame = (props: FrameProps) => {
  const { size = 'normal', isTall, isBusy, role = 'dialog', onClose } = props;
  const id = useId();
  const press = (event: KeyboardEvent) => {
    props.onKeyDown?.(event);
    pressPrimary(event);
    const isPalette = props.panel && event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isPalette) event.stopPropagation(); // the keys of the screen below sleep; over a record the palette offers what can be done with it
  };
  const close = (event: object, reason: 'escapeKeyDown' | 'backdropClick') => {
    const isUsed = 'defaultPrevented' in event && event.defaultPrevented; // the Escape of a list that was open in it
    if (reason === 'escapeKeyDown' && !isUsed) onClose?.();
  };
  const paper = {
    className: `dlg ${size} ${isTall ? 'tall' : ''}`,
    'aria-busy': isBusy || undefined,
  };
  return (
    <Dialog
      open
      container={layers}
      role={role}
      aria-labelledby={id}
      slotProps={{ paper }}
      onClose={close}
      onKeyDown={press}
      {...(props.onFocus && { onFocus: props.onFocus })}
    >
      <Content {...props} id={id} />
    </Dialog>
  );
};

const Content = ({
  id,
  title,
  mark,
  sub,
  bar,
  tabs,
  footer,
  isBusy,
  panel,
  onClose,
  children,
}: FrameProps & { id: string }) => {
  const t = useTranslate();
  return (
    <>
      <FocusStart />
      <div className="dlg-h">
        {mark}
        <div className="grow">
          <h2 id={id}>{title}</h2>
          {(sub || sub === '') && <div className="sub">{sub}</div>}
        </div>
        {bar}
        {onClose && <IconButton icon="x" label={t('panel.modal.close')} onClick={onClose} />}
      </div>
      {tabs}
      <Body panel={panel}>{children}</Body>
      {isBusy && <div className="dlg-busy" role="status" aria-label={t('panel.modal.busy')} />}
      {footer && <div className="dlg-f">{footer}</div>}
    </>
  );
};

const Body = ({ panel, children }: { panel: FrameProps['panel']; children: ReactNode }) =>
  panel ? (
    <div
      className="body"
      role="tabpanel"
      id={panel.id}
      aria-labelledby={panel.tab}
      tabIndex={panel.isReadOnly ? 0 : undefined}
    >
      {children}
    </div>
  ) : (
    <div className="body">{children}</div>
  );
