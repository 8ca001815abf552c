import { useRef, useState } from 'react';
import type { AsideProps } from '../../../engine/overrideProps';
import { useFormState } from '../../../engine/form/FormContext';
import { useMeta } from '../../../meta';
import type { VmsMapping } from '../../../generated/resources';
import { inputOf, isMasked, AddAsTest } from '../AddAsTest';
import { useTrial, type Tried, type VmsCompare } from '../useTrial';
import { ResultColumn } from './ResultColumn';
import { emptyRule, rulesOf } from './rules';
import { RulesColumn } from './RulesColumn';
import { SampleColumn, type Sample } from './SampleColumn';
import { SampleFold } from './SampleFold';
import { StudioHead } from './StudioHead';
import { StudioProvider } from './StudioProvider';
import { TestRuns } from './TestRuns';
import { useColumnKeys } from './useColumnKeys';
import { useTestRuns } from './useTestRuns';
import './studio.css';

/** A sample, the rules, and what they make of it beside the version in use; nothing is sent or stored. */
export const Studio = ({ record, onDone }: AsideProps<VmsMapping>) => {
  const { values, isReadOnly } = useFormState();
  const { permissions } = useMeta();
  const [sample, setSample] = useState<Sample>({ application: null, payload: '', name: '' });
  const [compareWith, setCompareWith] = useState<VmsCompare>('LIVE');
  const { area, press } = useColumnKeys();
  const { choose, onCaret } = useInsert();
  const isOutbound = values['direction'] === 'outbound';
  const { application, payload, name, message, isExample } = sample;
  const real = typeof application === 'number' ? { applicationId: application } : { payload, messageId: message };
  const tried = useTrial({ ...(isExample ? { isExample } : real), compareWith });
  const runs = useTestRuns(permissions.includes('vms.mapping.write'));
  const input = isOutbound ? (tried.data?.input ?? null) : (inputOf(payload) ?? null);
  return (
    <StudioProvider input={input} onCaret={onCaret}>
      <StudioHead record={record} runs={runs} {...(onDone && { onDone })} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of what stands in it bubble here */}
      <div ref={area} className="st" onKeyDown={press}>
        <SampleFold name={name || handleOf(input)}>
          <SampleColumn
            sample={sample}
            onSample={setSample}
            input={input}
            unused={tried.data?.unusedInput ?? []}
            onChoose={isReadOnly ? undefined : choose}
          />
        </SampleFold>
        <RulesColumn onSample={text => setSample({ application: null, payload: text, name: '' })} />
        <div className="st-end">
          <ResultColumn tried={tried} compareWith={compareWith} onCompare={isOutbound ? setCompareWith : undefined} />
          {tried.data && !tried.error && tried.isCurrent && (
            <AddAsTest
              input={message !== undefined && isMasked(payload) ? null : input}
              name={isOutbound ? handleOf(input) : name}
              tried={tried.data}
            />
          )}
          <TestRuns runs={runs} />
        </div>
      </div>
    </StudioProvider>
  );
};

/** The handle of the application that outbound rules were tried on. */
const handleOf = (input: ReturnType<typeof inputOf> | Tried['input']) => {
  const application = input && 'application' in input ? input['application'] : undefined;
  return String(application?.['handle'] ?? '');
};

/** Puts a field of the sample where somebody was writing, or makes a rule of it. */
const useInsert = () => {
  const { values, set } = useFormState();
  const caret = useRef<{ rule: number; at: number }>(undefined);
  const choose = (path: string) => {
    const rules = rulesOf(values['rules']);
    const place = caret.current;
    const rule = place && rules[place.rule];
    const program = `.${path}`;
    if (!rule) {
      const target = path.split('.').at(-1)?.replace('[]', '') ?? '';
      set('rules', [...rules, { ...emptyRule, target, jq: program }]);
      return;
    }
    const jq = rule.jq.slice(0, place.at) + program + rule.jq.slice(place.at);
    caret.current = { rule: place.rule, at: place.at + program.length };
    set(
      'rules',
      rules.map((one, i) => (i === place.rule ? { ...one, jq } : one)),
    );
  };
  const onCaret = (rule: number, at: number) => {
    caret.current = { rule, at };
  };
  return { choose, onCaret };
};
