import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { AsideProps, DialogProps } from '../../engine/overrideProps';
import type { VmsMapping } from '../../generated/resources';
import { actionLabel, useResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Note } from '../../ui/Note';
import { NewVersion } from './NewVersion';
import { Reinstate } from './Publish';
import { useProblemText } from './useProblemText';
import type { Problem } from './useTrial';
import './vms.css';

/** What there is to say of a mapping: what can be done with a version that cannot be edited, and what may be wrong with it. */
export const MappingHints = ({ record, onDone }: AsideProps<VmsMapping>) => {
  const t = useTranslate();
  return (
    <div className="vms-notes">
      {record.state !== 'DRAFT' && <WaysOn record={record} onDone={onDone} />}
      {record.failingTests > 0 && (
        <Note tone="bad">{t('panel.vms.mapping.failing', { smart_count: record.failingTests })}</Note>
      )}
      <Warnings record={record} />
    </div>
  );
};

/** The ways on from a version that cannot be edited, by their actions. */
const ways = { newVersion: NewVersion, reinstate: Reinstate } as const;
type Way = keyof typeof ways;

/** The ways on from a version that is or was in use, as buttons. */
export const WaysOn = ({ record, onDone }: AsideProps<VmsMapping>) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const [opened, setOpened] = useState<Way>();
  const offered: Way[] = record.state === 'RETIRED' ? ['newVersion', 'reinstate'] : ['newVersion'];
  const may = offered.filter(name => meta.actions.some(action => action.name === name));
  const Opened = opened && (ways[opened] as (props: DialogProps<VmsMapping>) => React.ReactNode);
  return (
    <>
      {may.length > 0 && (
        <div className="vms-do">
          {may.map(name => (
            <Button key={name} small onClick={() => setOpened(name)}>
              {t(actionLabel(meta, name, 'label'))}
            </Button>
          ))}
        </div>
      )}
      {Opened && (
        <Opened
          record={record}
          onClose={() => setOpened(undefined)}
          onDone={saved => {
            setOpened(undefined);
            onDone?.(saved);
          }}
        />
      )}
    </>
  );
};

const Warnings = ({ record }: { record: VmsMapping }) => {
  const t = useTranslate();
  const say = useProblemText();
  const warnings = record.warnings as Problem[]; // as the service declares them
  if (warnings.length === 0) return null;
  return (
    <Note tone="warn" icon="alert">
      {warnings.map(warning => (
        <div key={`${warning.rule} ${warning.field}`}>
          {t('panel.vms.mapping.rule', { number: warning.rule + 1, target: warning.target })} {say(warning)}
        </div>
      ))}
    </Note>
  );
};
