import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { formatNumber } from '../../format/format';
import { whenOf } from '../../format/when';
import type { VmsInbound } from '../../generated/resources';
import { enumText, useCan, useMeta } from '../../meta';
import { CodeEditor } from '../../ui/CodeEditor';
import { Field } from '../../ui/Field';
import { MessageDownload } from './MessageDownload';
import { prettyJson } from './prettyJson';
import './vms.css';

type Exchange = VmsInbound['exchanges'][number];

/** Every attempt at a message, the last one opened: what was sent, and what came back. */
export const Exchanges = ({ source }: InputProps) => {
  const { base } = useFormState();
  const mayDownload = useCan('vms.message.replay');
  const all = (base[source] ?? []) as Exchange[]; // as the service declares them
  return (
    <div className="w2 vms-exchanges">
      {all.map((exchange, i) => (
        <Attempt key={exchange.number} exchange={exchange} isLast={i === all.length - 1} />
      ))}
      {mayDownload && <MessageDownload id={Number(base['id'])} />}
    </div>
  );
};

/** An editor for each text is much: those of one attempt come when it is opened. */
const Attempt = ({ exchange, isLast }: { exchange: Exchange; isLast: boolean }) => {
  const t = useTranslate();
  const meta = useMeta();
  const outcomes = useFormState().meta.name === 'vmsInbound' ? 'vmsReason' : 'vmsFailure';
  const locale = useLocale() ?? 'en';
  const [isOpen, setOpen] = useState(isLast);
  const { number, at, status, durationMs, outcome } = exchange;
  const facts = [
    at && whenOf(locale, at),
    status > 0 && String(status),
    durationMs > 0 && `${formatNumber(locale, durationMs)} ms`,
    outcome && t(enumText(meta, outcomes, outcome)),
  ];
  return (
    <details className="vms-part" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{number === 0 ? t('panel.vms.exchange.received') : t('panel.vms.exchange.attempt', { number })}</b>{' '}
        <span className="t2">{facts.filter(Boolean).join(' · ')}</span>
      </summary>
      {isOpen && <Contents exchange={exchange} />}
    </details>
  );
};

const Contents = ({ exchange }: { exchange: Exchange }) => {
  const t = useTranslate();
  const { request, headers, body, answer, mappingNumber } = exchange;
  const names = Object.entries((headers ?? {}) as Record<string, string>); // as the service declares them
  return (
    <div className="vms-exchange">
      {request && <code>{request}</code>}
      {mappingNumber > 0 && <span className="t2">{t('panel.vms.exchange.mapping', { number: mappingNumber })}</span>}
      {names.length > 0 && (
        <table aria-label={t('panel.vms.exchange.headers')}>
          <tbody>
            {names.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text label={t(request ? 'panel.vms.exchange.body' : 'panel.vms.exchange.made')} text={body} />
      <Text label={t('panel.vms.exchange.answer')} text={answer} />
    </div>
  );
};

const Text = ({ label, text }: { label: string; text: string }) => {
  const json = prettyJson(text);
  if (text === '') return null;
  return (
    <Field label={label} isReadOnly isWide>
      <CodeEditor mode={json === undefined ? 'text' : 'json'} value={json ?? text} onChange={unchanged} />
    </Field>
  );
};

const unchanged = () => undefined; // it is read only
