import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import type { Msp } from '../../generated/resources';
import './waiting.css';

/** The open applications of an MSP that is not at work, where there is no room for more. */
export const WaitingLine = ({ record }: CellProps<Msp>) => {
  const t = useTranslate();
  const { openApplicationCount: count, userStatus } = record;
  return userStatus === 'DE' && count > 0 ? (
    <b className="waiting">{t('msp.cell.waiting', { smart_count: count })}</b>
  ) : null;
};

/** How an MSP is reached. */
export const EmailLine = ({ record }: CellProps<Msp>) => <>{record.email}</>;

/** Bare numbers say nothing on a small screen. */
export const NoLine = () => null;
