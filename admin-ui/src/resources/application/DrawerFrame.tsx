import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { LinkBase, useListContext, useTranslate } from 'ra-core';
import { RecordMenu } from '../../engine/form/RecordMenu';
import { useResourceMeta } from '../../meta';
import { useListChanged, useRecordSaved, type Saved } from '../../engine/useRecordSaved';
import { useRecordPath } from '../../engine/useRecordPath';
import type { Application } from '../../generated/resources';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { ModalFrame } from '../../ui/ModalFrame';
import { ended } from './ended';
import { useMedia } from './useMedia';

interface Props {
  id: string;
  title: ReactNode;
  sub?: ReactNode;
  record?: Application;
  /** The tab that stays when one goes on to the next application. */
  tab?: string | undefined;
  onClose: () => void;
  onDone?: () => void;
  children: ReactNode;
}

/** The drawer's frame: beside the list where there is room for both, over everything where there is not. */
export const DrawerFrame = ({ id, title, sub, record, tab, onClose, onDone, children }: Props) => {
  const t = useTranslate();
  const isOver = useMedia('screen and (max-width: 1023px)');
  const bar = <Bar id={id} record={record} tab={tab} hasSteps={!isOver} onDone={onDone} onGone={onClose} />;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The way on ends at the last row: what had the focus is gone then, and the keys would be nobody's.
  useEffect(() => {
    if (id && document.activeElement === document.body) heading.current?.focus();
  }, [id]);
  if (isOver) {
    return (
      <ModalFrame title={title} sub={sub} bar={bar} isTall onClose={onClose}>
        <div className="appl app-over">{children}</div>
      </ModalFrame>
    );
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  };
  return (
    <aside className="drawer appl" aria-labelledby="application-title" onKeyDown={press}>
      <header>
        <h2 id="application-title" className="ell grow" tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {bar}
        <IconButton small icon="x" label={t('panel.modal.close')} onClick={onClose} />
        {sub && <div className="drawer-sub">{sub}</div>}
      </header>
      {children}
    </aside>
  );
};

interface BarProps {
  id: string;
  record: Application | undefined;
  tab: string | undefined;
  hasSteps: boolean;
  onDone: (() => void) | undefined;
  onGone: () => void;
}

const Bar = ({ id, record, tab, hasSteps, onDone, onGone }: BarProps) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const path = useRecordPath();
  const put = useRecordSaved();
  const refreshList = useListChanged();
  const { data = [] } = useListContext<Saved>();
  const at = data.findIndex(row => String(row.id) === id);
  const done = (saved?: Saved) => {
    if (saved) put(saved);
    else refreshList();
    onDone?.();
  };
  return (
    <>
      {hasSteps && (
        <Step icon="up" label={t('panel.application.previous')} to={data[at - 1]} tab={tab} isOff={at < 0} />
      )}
      {hasSteps && <Step icon="down" label={t('panel.application.next')} to={data[at + 1]} tab={tab} isOff={at < 0} />}
      {record && meta.can.includes('update') && !ended.has(record.status) && (
        <LinkBase
          className={hasSteps ? 'ib sm' : 'ib'}
          to={path(id, 'edit')}
          aria-label={t('panel.application.edit')}
          title={t('panel.application.edit')}
        >
          <Icon name="edit" />
        </LinkBase>
      )}
      {record && <RecordMenu meta={meta} record={{ ...record }} onDone={done} onDeleted={onGone} />}
    </>
  );
};

interface StepProps {
  icon: 'up' | 'down';
  label: string;
  to: Saved | undefined;
  tab: string | undefined;
  isOff: boolean;
}

const Step = ({ icon, label, to, tab, isOff }: StepProps) => {
  const path = useRecordPath();
  if (!to || isOff) return <IconButton small icon={icon} label={label} disabled />;
  return (
    <LinkBase className="ib sm" to={path(to.id, tab)} aria-label={label} title={label}>
      <Icon name={icon} />
    </LinkBase>
  );
};
