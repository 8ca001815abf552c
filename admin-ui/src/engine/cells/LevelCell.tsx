import { useTranslate } from 'ra-core';
import { Level } from '../../ui/Level';
import { useResourceMeta } from '../../meta';
import type { CellProps } from '../overrideProps';
import { pairOf } from './pairs';
import './cells.css';

/** How much of a count is filled: segments and the figures beside them. */
export const LevelCell = ({ record, field }: CellProps) => {
  const t = useTranslate();
  const of = Number(record[field.name] ?? 0);
  const filled = Number(record[pairOf(useResourceMeta(), field)?.other ?? ''] ?? 0);
  return (
    <span className="pair">
      <Level value={filled} max={of} />
      <span>{t('panel.cell.of', { filled, of })}</span>
    </span>
  );
};
