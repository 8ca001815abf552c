import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { RefInput } from '../../engine/form/RefInput';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { HttpError } from '../../providers/http';
import { CodeEditor } from '../../ui/CodeEditor';
import { Field } from '../../ui/Field';
import { Note } from '../../ui/Note';
import { Select } from '../../ui/Select';
import { inputOf, KeepAsTest } from './KeepAsTest';
import { StoredMessage } from './StoredMessage';
import { TrialResult } from './TrialResult';
import { TrialRules } from './TrialRules';
import { useProblemText } from './useProblemText';
import { useTrial, type Problem, type VmsCompare } from './useTrial';
import './vms.css';

/** The rules beside what they make of one application or message, as they stand in the form; nothing is sent or stored. */
export const Trial = () => {
  const t = useTranslate();
  const { values } = useFormState();
  const [application, setApplication] = useState<unknown>(null);
  const [compareWith, setCompareWith] = useState<VmsCompare>('LIVE');
  const [{ payload, name }, setMessage] = useState({ payload: '', name: '' });
  const isOutbound = values['direction'] === 'outbound';
  const tried = useTrial(typeof application === 'number' ? { applicationId: application, compareWith } : { payload });
  const label = t(isOutbound ? 'panel.vms.try.application' : 'panel.vms.try.message');
  return (
    <div className="vms-beside">
      <div className="vms-try">
        {!isOutbound && <StoredMessage onChoose={(text, of) => setMessage({ payload: text, name: of })} />}
        <Field label={label} hint={t('panel.vms.try.hint')} isWide>
          {isOutbound ? (
            <RefInput
              field={{ name: 'applicationId', kind: 'ref', ref: 'application' }}
              source="applicationId"
              label={label}
              value={application}
              onChange={setApplication}
            />
          ) : (
            <CodeEditor mode="json" value={payload} onChange={text => setMessage({ payload: text, name })} />
          )}
        </Field>
        {isOutbound && <CompareWith value={compareWith} onChange={setCompareWith} />}
        {tried.error ? (
          <Wrong error={tried.error} onRetry={retryOf(tried)} />
        ) : (
          tried.data && <TrialResult tried={tried.data} comparedWith={compareWith} />
        )}
        {tried.data && !tried.error && tried.isCurrent && (
          <KeepAsTest
            input={isOutbound ? tried.data.input : inputOf(payload)}
            name={isOutbound ? String(tried.data.input?.['application']?.['handle'] ?? '') : name}
            tried={tried.data}
          />
        )}
      </div>
      <TrialRules problems={problemsOf(tried.error) ?? tried.data?.errors ?? []} />
    </div>
  );
};

const compared: VmsCompare[] = ['LIVE', 'LAST_SENT'];

interface CompareWithProps {
  value: VmsCompare;
  onChange: (value: VmsCompare) => void;
}

/** What the VMS is told now, or was told last. */
const CompareWith = ({ value, onChange }: CompareWithProps) => {
  const t = useTranslate();
  return (
    <Field label={t('panel.vms.try.compare')} isWide>
      <Select
        value={value}
        choices={compared.map(each => ({ value: each, label: t(`enum.vmsCompare.${each}`) }))}
        onChange={chosen => onChange(compared.find(each => each === chosen) ?? 'LIVE')}
      />
    </Field>
  );
};

interface WrongProps {
  error: Error;
  onRetry: (() => void) | undefined;
}

/** What is wrong with the rules of a mapping that the service refuses. */
const problemsOf = (error: Error | null) =>
  error instanceof HttpError ? (error.details['problems'] as Problem[] | undefined) : undefined;

/** Rules that cannot run at all are named one by one; each is marked in the form too. */
const Wrong = ({ error, onRetry }: WrongProps) => {
  const t = useTranslate();
  const say = useProblemText();
  const problems = problemsOf(error);
  if (!problems) return <Refusal error={error} onRetry={onRetry} />;
  return (
    <Note tone="bad" isNews>
      {problems.map(problem => (
        <div key={`${problem.rule} ${problem.field} ${problem.message}`}>
          {t('panel.vms.mapping.rule', { number: problem.rule + 1, target: problem.target })} {say(problem)}
        </div>
      ))}
    </Note>
  );
};
