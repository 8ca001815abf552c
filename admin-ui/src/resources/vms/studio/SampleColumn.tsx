import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { RefInput } from '../../../engine/form/RefInput';
import { useFormState } from '../../../engine/form/FormContext';
import { CodeEditor } from '../../../ui/CodeEditor';
import { Field } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { LinkButton } from '../../../ui/LinkButton';
import { StoredMessage } from '../StoredMessage';
import { JsonTree } from './JsonTree';
import { useStudio } from './StudioContext';

/** What the rules are tried on. */
export interface Sample {
  application: unknown;
  /** The invented application in the place of a real one. */
  isExample?: boolean;
  payload: string;
  /** Of the stored message. */
  name: string;
  /** The stored message, as long as nobody has edited it. */
  message?: number;
}

interface Props {
  sample: Sample;
  onSample: (sample: Sample) => void;
  /** What the rules see of it; null where there is none. */
  input: unknown;
  unused: readonly string[];
  onChoose: ((path: string) => void) | undefined;
}

/** A real application or message, or one that is pasted, with each of its fields. */
export const SampleColumn = ({ sample, onSample, input, unused, onChoose }: Props) => {
  const t = useTranslate();
  const { values } = useFormState();
  const isOutbound = values['direction'] === 'outbound';
  return (
    <section className="st-sample" aria-label={t('panel.vms.studio.sample')}>
      <h3>{t('panel.vms.studio.sample')}</h3>
      {isOutbound ? (
        <Application sample={sample} onSample={onSample} />
      ) : (
        <Message sample={sample} onSample={onSample} />
      )}
      {input !== null && typeof input === 'object' && (
        <>
          <p className="st-masked t2">
            <Icon name="lock" small />
            {t('panel.vms.studio.masked')}
          </p>
          <div className="st-tree">
            <JsonTree value={input} path="" unused={new Set(unused)} onChoose={onChoose} />
          </div>
        </>
      )}
    </section>
  );
};

type PickProps = Pick<Props, 'sample' | 'onSample'>;

const Application = ({ sample, onSample }: PickProps) => {
  const t = useTranslate();
  const label = t('panel.vms.try.application');
  if (sample.isExample) {
    return (
      <p className="vms-do">
        {t('panel.vms.studio.testSample')}{' '}
        <LinkButton onClick={() => onSample({ ...sample, isExample: false })}>
          {t('panel.vms.studio.useOther')}
        </LinkButton>
      </p>
    );
  }
  return (
    <>
      <Field label={label} hint={t('panel.vms.try.hint')} isWide>
        <RefInput
          field={{ name: 'applicationId', kind: 'ref', ref: 'application' }}
          source="applicationId"
          label={label}
          value={sample.application}
          onChange={application => onSample({ ...sample, application })}
        />
      </Field>
      {typeof sample.application !== 'number' && (
        <p className="vms-do">
          <LinkButton onClick={() => onSample({ ...sample, isExample: true })}>
            {t('panel.vms.studio.useTest')}
          </LinkButton>
        </p>
      )}
    </>
  );
};

const Message = ({ sample, onSample }: PickProps) => {
  const t = useTranslate();
  const { guide } = useStudio();
  const [isPasting, setPasting] = useState(false);
  const example = guide?.templates.find(one => one.sample)?.sample;
  const isEmpty = sample.payload === '';
  return (
    <>
      <StoredMessage onChoose={(payload, name, message) => onSample({ ...sample, payload, name, message })} />
      {isPasting ? (
        <Field label={t('panel.vms.try.message')} hint={t('panel.vms.try.hint')} isWide>
          <CodeEditor
            mode="json"
            value={sample.payload}
            onChange={payload => onSample({ application: null, payload, name: sample.name })}
          />
        </Field>
      ) : (
        <p className="vms-do">
          <LinkButton onClick={() => setPasting(true)}>
            {t(isEmpty ? 'panel.vms.studio.paste' : 'panel.vms.studio.editMessage')}
          </LinkButton>
          {isEmpty && Boolean(example) && (
            <LinkButton
              onClick={() => onSample({ application: null, payload: JSON.stringify(example, null, 2), name: '' })}
            >
              {t('panel.vms.studio.useExample')}
            </LinkButton>
          )}
        </p>
      )}
    </>
  );
};
