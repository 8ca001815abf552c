import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { Combobox } from '../../../ui/Combobox';
import { Field } from '../../../ui/Field';
import { Modal } from '../../../ui/Modal';
import type { Option } from '../../../ui/option';
import { Skeleton } from '../../../ui/Skeleton';
import { projects, searchIn } from '../../application/lookups';
import { ApplyDialog } from './ApplyDialog';
import { useOffer } from './useOffer';

interface Props {
  freelancerIds: readonly number[];
  /** Gets whether any application was made. */
  onClose: (isDone: boolean) => void;
}

/** Asks which project people apply to, and shows how each of them fits it before anything is made. */
export const ApplyTo = ({ freelancerIds, onClose }: Props) => {
  const t = useTranslate();
  const [project, choose] = useState<Option | null>(null);
  const offer = useOffer(project?.value, freelancerIds);
  if (offer.data) {
    const { list } = offer.data;
    const missing = freelancerIds.length - list.results.length;
    return <ApplyDialog {...offer.data} people={list.results} missing={missing} onClose={onClose} />;
  }
  return (
    <Modal
      title={t('project.applyTo.title', { smart_count: freelancerIds.length })}
      isBusy={offer.isFetching}
      note={t('project.applyTo.note')}
      onClose={() => onClose(false)}
    >
      {offer.error && <Refusal error={offer.error} onRetry={retryOf(offer)} />}
      <Field label={t('project.applyTo.project')}>
        <Combobox name="applyTo.project" search={searchIn(projects)} value={project} onChange={choose} />
      </Field>
      {offer.isFetching && <Skeleton width={280} />}
    </Modal>
  );
};
