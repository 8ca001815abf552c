import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { Link } from '../../../router/Link';
import { Level } from '../../../ui/Level';
import { Skeleton } from '../../../ui/Skeleton';
import { InboundPart } from '../connection/InboundPart';
import { VmsTabs } from '../VmsTabs';
import { SetupSteps } from './SetupSteps';
import { currentStep, stepsOf, wayOf, type StepName } from './steps';
import { useSetup, useSetupDraft } from './useSetup';
import '../vms.css';
import '../connection/connection.css';
import './setup.css';

/** Connects a VMS step by step, from its name to a delivered test application and the first message that comes in. */
export const Setup = () => {
  const t = useTranslate();
  const { draft, change, restart } = useSetupDraft();
  const { id, setup, connection } = useSetup();
  const [isReached, reach] = useState(false);
  const error = setup.error ?? connection.error;
  const isRead = setup.data !== undefined && (id === 0 || connection.data !== undefined);
  const way = connection.data ? wayOf(connection.data) : draft.way;
  const steps = stepsOf[way];
  const current = currentStep(steps, { draft, id, setup: setup.data, isReached });
  const done = current === 'done' ? steps.length : steps.indexOf(current);
  const [first, begin] = useState<StepName>(); // the step that the page was opened at keeps the focus where it is
  if (isRead && first === undefined) begin(current);
  return (
    <div className="vms">
      <VmsTabs />
      <header>
        <h1 tabIndex={-1}>{t('panel.vms.setup.title')}</h1>
      </header>
      <section
        className="vms-body vsu"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('panel.vms.setup.title')}
        aria-busy={!isRead && !error}
      >
        <div>
          <p className="vsu-head">
            <span className="t2">{t(`panel.vms.setup.text${way === 'IN' ? 'In' : ''}`)}</span>
            <span>
              <Level value={done} max={steps.length} />{' '}
              {t('panel.vms.setup.steps', { done, smart_count: steps.length })}
            </span>
          </p>
          {error && <Refusal error={error} onRetry={retryOf(setup, connection)} />}
          {!isRead && !error && <Skeleton width={320} />}
          {isRead && setup.data && (
            <SetupSteps
              steps={steps}
              current={current}
              isFollowed={first !== undefined && current !== first}
              draft={draft}
              setup={setup.data}
              connection={connection.data}
              onDraft={change}
              onRestart={restart}
              onReached={() => reach(true)}
              onStored={() => void setup.refetch()}
            />
          )}
          <p className="s13 vsu-plain">
            <Link to="/platform/vms/connections/create">{t('panel.vms.setup.plain')}</Link>
          </p>
        </div>
        {connection.data && way !== 'OUT' && (
          <div className="vmc vsu-rail">
            <div className="vmc-rail">
              <InboundPart connection={connection.data} />
            </div>
          </div>
        )}
      </section>
    </div>
  );
};
