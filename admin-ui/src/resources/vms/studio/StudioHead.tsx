import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../../engine/overrideProps';
import { useFormState } from '../../../engine/form/FormContext';
import { PlannedHere } from '../../../engine/planned/PlannedHere';
import type { VmsMapping } from '../../../generated/resources';
import { useResourceMeta } from '../../../meta';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { WaysOn } from '../MappingHints';
import { Publish } from '../Publish';
import { OtherFaults } from './OtherFaults';
import { useStudio } from './StudioContext';
import type { useTestRuns } from './useTestRuns';
import { VersionStrip } from './VersionStrip';

interface Props extends AsideProps<VmsMapping> {
  runs: ReturnType<typeof useTestRuns>;
}

/** The versions of the mapping, and of a draft what still prevents that it is put in use. */
export const StudioHead = ({ record, onDone, runs }: Props) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const [isPublishing, setPublishing] = useState(false);
  const reasons = useReasons(runs);
  const isOffered = record.state === 'DRAFT' && meta.actions.some(({ name }) => name === 'publish');
  return (
    <>
      <VersionStrip record={record} />
      <OtherFaults id={record.id} />
      <PlannedHere entity="vmsMapping" id={record.id} />
      {record.state !== 'DRAFT' && <WaysOn record={record} {...(onDone && { onDone })} />}
      {isOffered && (
        <div className="st-why">
          {reasons.length > 0 && <b>{t('panel.vms.studio.notYet')}</b>}
          {reasons.map(reason => (
            <span key={reason}>
              <Icon name="xCircle" small className="mk-bad" /> {reason}
            </span>
          ))}
          <span className="grow t2">{t('panel.vms.studio.thenReview')}</span>
          <Button
            small
            icon={reasons.length > 0 ? 'lock' : 'play'}
            refusal={reasons.length > 0 ? reasons.join(' ') : undefined}
            onClick={() => setPublishing(true)}
          >
            {t('panel.vms.studio.publish', { number: record.number })}
          </Button>
        </div>
      )}
      {isPublishing && (
        <Publish
          record={record}
          onClose={() => setPublishing(false)}
          onDone={saved => {
            setPublishing(false);
            onDone?.(saved);
          }}
        />
      )}
    </>
  );
};

/** What prevents that a draft is put in use as it stands in the form. */
const useReasons = (runs: Props['runs']) => {
  const t = useTranslate();
  const { changed } = useFormState();
  const { problems } = useStudio();
  const wrong = [...new Set(problems.map(({ rule }) => rule + 1))];
  return [
    ...wrong.map(number => t('panel.vms.studio.ruleWrong', { number })),
    ...runs.results.filter(({ holds }) => !holds).map(({ name }) => t('panel.vms.studio.testFails', { name })),
    ...(changed.size > 0 ? [t('panel.vms.studio.unsaved')] : []),
  ];
};
