import { useTranslate } from 'ra-core';
import { Button } from '../../../ui/Button';

interface Props {
  count: number;
  mayApply: boolean;
  onClear: () => void;
  onApply: () => void;
}

/** What can be done with those who are ticked; there from the first one on. */
export const SelectionBar = ({ count, mayApply, onClear, onApply }: Props) => {
  const t = useTranslate();
  return (
    <section className="sl-act" aria-label={t('project.shortlist.selection')}>
      <b>{t('project.shortlist.selected', { smart_count: count })}</b>
      <Button look="ghost" small onClick={onClear}>
        {t('project.shortlist.clear')}
      </Button>
      <Button
        look="primary"
        icon="plus"
        refusal={mayApply ? undefined : t('project.shortlist.mayNotApply')}
        onClick={onApply}
      >
        {t('project.shortlist.apply', { smart_count: count })}
      </Button>
    </section>
  );
};
