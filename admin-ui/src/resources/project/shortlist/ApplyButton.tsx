import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useListUi } from '../../../engine/list/ListUi';
import type { ChosenProps } from '../../../engine/overrideProps';
import { useMeta } from '../../../meta';
import { Button } from '../../../ui/Button';
import { ApplyTo } from './ApplyTo';

/** What one needs to see how people fit a project, and to make their applications. */
const needs = ['application.create', 'freelancer.pii.read', 'freelancer.read', 'project.read', 'rate.read'];

/** How many people can be chosen at once. */
const most = 100;

interface Props {
  ids: readonly number[];
  look?: 'quiet';
  onDone: () => void;
}

/** Has people apply to a project that is chosen then. */
export const ApplyButton = ({ ids, look, onDone }: Props) => {
  const t = useTranslate();
  const { permissions } = useMeta();
  const [isOpen, setOpen] = useState(false);
  if (!needs.every(need => permissions.includes(need))) return null;
  const close = (isDone: boolean) => {
    setOpen(false);
    if (isDone) onDone();
  };
  const refusal = ids.length > most ? t('project.applyTo.tooMany', { most }) : undefined;
  return (
    <>
      <Button small icon="plus" refusal={refusal} {...(look && { look })} onClick={() => setOpen(true)}>
        {t('project.applyTo.open')}
      </Button>
      {isOpen && <ApplyTo freelancerIds={ids} onClose={close} />}
    </>
  );
};

/** Has the chosen people of a list apply to a project. */
export const ApplyChosen = ({ ids }: ChosenProps) => {
  const { selection } = useListUi();
  return <ApplyButton ids={ids.map(Number)} look="quiet" onDone={selection.clear} />;
};
