import { useTranslate } from 'ra-core';
import { Icon } from '../../ui/Icon';
import type { CellProps } from '../overrideProps';
import './cells.css';

/** Yes or no, as an icon and a word. */
export const BoolCell = ({ record, field }: CellProps) => {
  const t = useTranslate();
  const yes = record[field.name] === true;
  return (
    <span className="pair">
      <Icon name={yes ? 'check' : 'x'} small />
      {t(yes ? 'panel.cell.yes' : 'panel.cell.no')}
    </span>
  );
};
