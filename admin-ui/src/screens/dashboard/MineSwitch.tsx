import { useId } from 'react';
import { useTranslate } from 'ra-core';
import '../../ui/segment.css';

interface Props {
  isMine: boolean;
  onMine: (isMine: boolean) => void;
}

/** Whether the worklists show what the reader owns, or all that the reader may see: radio buttons in the form of a switch. */
export const MineSwitch = ({ isMine, onMine }: Props) => {
  const t = useTranslate();
  const id = useId();
  return (
    <span className="segc" role="radiogroup" aria-label={t('dashboard.worklists.whose')}>
      {[true, false].map(mine => (
        <label key={String(mine)}>
          <input type="radio" className="vh" name={id} checked={mine === isMine} onChange={() => onMine(mine)} />
          {t(mine ? 'panel.owner.mine' : 'dashboard.worklists.everybody')}
        </label>
      ))}
    </span>
  );
};
