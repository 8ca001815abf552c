import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { PlanDialog } from './PlanDialog';
import { type TextFilter, usePlanning } from './planning';

interface Props {
  filter: TextFilter;
  sub: string;
  onClose: () => void;
}

/** Marks everything that the filter matches as reviewed, after it has said what that is. */
export const ReviewDialog = ({ filter, sub, onClose }: Props) => {
  const t = useTranslate();
  const [input] = useState({ state: 'REVIEWED', filters: filter });
  const planning = usePlanning('review', input);
  return (
    <PlanDialog
      title={t('panel.texts.batch.review')}
      sub={sub}
      planning={planning}
      label={count => t('panel.texts.batch.reviewCount', { smart_count: count })}
      none={t('panel.texts.batch.reviewNone')}
      unsaved={0}
      onClose={onClose}
    />
  );
};
