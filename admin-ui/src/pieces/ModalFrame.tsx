import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from 'ra-core';
import { IconButton } from './IconButton';
import { useFocusTrap } from './useFocusTrap';
import './modal.css';

/** What every dialog may say of itself. */
export interface FrameProps {
  /** The title in the bar, which names the dialog to readers: words, also while its body loads. */
  title: ReactNode;
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
  panel?: { id: string; tab: string };
  onClose?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
}

/** The frame of a dialog: above a scrim, with the focus inside. Neither Escape nor a click beside it closes it. */
export const ModalFrame = (props: FrameProps) => {
  const { title, sub, bar, tabs, footer, size = 'normal', isTall, isBusy, role = 'dialog', panel } = props;
  const t = useTranslate();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  useFocusTrap(frame);
  const press = (event: KeyboardEvent) => {
    props.onKeyDown?.(event);
    event.stopPropagation(); // the keys of the screen below sleep
  };
  return createPortal(
    <div className="dlgw">
      <div className="scrim" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: its role is dialog or alertdialog */}
      <div
        ref={frame}
        className={`dlg ${size} ${isTall ? 'tall' : ''}`}
        role={role}
        aria-modal="true"
        aria-labelledby={id}
        aria-busy={isBusy || undefined}
        tabIndex={-1}
        onKeyDown={press}
      >
        <div className="dlg-h">
          <div className="grow">
            <h2 id={id}>{title}</h2>
            {(sub || sub === '') && <div className="sub">{sub}</div>}
          </div>
          {bar}
          {props.onClose && <IconButton icon="x" label={t('panel.modal.close')} onClick={props.onClose} />}
        </div>
        {tabs}
        <Body panel={panel}>{props.children}</Body>
        {isBusy && <div className="dlg-busy" role="status" aria-label={t('panel.modal.busy')} />}
        {footer && <div className="dlg-f">{footer}</div>}
      </div>
    </div>,
    document.body,
  );
};

const Body = ({ panel, children }: { panel: FrameProps['panel']; children: ReactNode }) =>
  panel ? (
    <div className="body" role="tabpanel" id={panel.id} aria-labelledby={panel.tab}>
      {children}
    </div>
  ) : (
    <div className="body">{children}</div>
  );
