import { LinkBase, useTranslate } from 'ra-core';
import { fieldLabel, recordTitle, useResourceMeta } from '../../meta';
import { useRowPath } from '../useRecordPath';
import type { CalendarEvent } from './events';

interface Props {
  event: CalendarEvent;
  /** Its sign and its title; what it is, is only read out. */
  isShort?: boolean;
}

/** The record that something happens to on a day, and what. */
export const EventLink = ({ event: { record, kind, field }, isShort }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const path = useRowPath();
  const title = recordTitle(meta, record);
  const what = t(fieldLabel(meta, field));
  return (
    <LinkBase className={`cal-event ${kind}`} to={path(record.id)} title={`${title}: ${what}`}>
      <i className="cal-mark" aria-hidden="true" />
      <span className="ell">{title}</span>
      <span className={isShort ? 'vh' : 't2'}>{what}</span>
    </LinkBase>
  );
};
