import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { TextFinding } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { Judged } from './dismissalCalls';
import { findingsOf } from './findings';
import { dismissedAt, type Shown } from './sheet';
import { useDismissals } from './useDismissals';

interface Props {
  client: number;
  messageKey: string;
  shown: Shown;
  /** The text as it is typed. */
  value: string;
}

/** What a check says against a text that may be meant: it stops nothing, and can be set aside once the text is saved. */
export const FindingLines = ({ client, messageKey, shown, value }: Props) => {
  const { locale, source, text } = shown;
  const [opened, setOpened] = useState<TextFinding>();
  const { asides, change } = useDismissals(client, () => setOpened(undefined));
  const stored = text?.messageValue;
  const held = value === stored ? dismissedAt(asides, locale, messageKey, { value, source }) : [];
  return findingsOf(locale, value, source).map(finding => {
    const judged: Judged = { client, locale, messageKey, finding, messageValue: value };
    return (
      <FindingLine
        key={finding}
        finding={finding}
        held={held.find(one => one.finding === finding)}
        isAsking={opened === finding}
        isBusy={change.isPending}
        onAsk={value === stored ? () => setOpened(finding) : undefined}
        onSetAside={reason => change.mutate({ judged, reason })}
        onTakeBack={() => change.mutate({ judged })}
      />
    );
  });
};

interface LineProps {
  finding: TextFinding;
  held: { by: string; reason: string } | undefined;
  isAsking: boolean;
  isBusy: boolean;
  /** Absent while the text is not saved as it is. */
  onAsk: (() => void) | undefined;
  onSetAside: (reason: string) => void;
  onTakeBack: () => void;
}

const FindingLine = ({ finding, held, isAsking, isBusy, onAsk, onSetAside, onTakeBack }: LineProps) => {
  const t = useTranslate();
  return (
    <div className="tx-finding">
      <Icon name={held ? 'check' : 'info'} small />
      <span className="grow">
        {t(`panel.texts.finding.${finding}`)}{' '}
        {held && <span className="t2">{t('panel.texts.aside.by', { name: held.by, reason: held.reason })}</span>}
      </span>
      {held && (
        <Button small isBusy={isBusy} onClick={onTakeBack}>
          {t('panel.texts.aside.takeBack')}
        </Button>
      )}
      {!held && onAsk && !isAsking && (
        <Button small onClick={onAsk}>
          {t('panel.texts.aside.ask')}
        </Button>
      )}
      {!held && onAsk && isAsking && <Reason isBusy={isBusy} onGive={onSetAside} />}
    </div>
  );
};

const Reason = ({ isBusy, onGive }: { isBusy: boolean; onGive: (reason: string) => void }) => {
  const t = useTranslate();
  const [reason, setReason] = useState('');
  const hasReason = reason.trim() !== '';
  return (
    <span className="tx-reason">
      <input
        className="in"
        // biome-ignore lint/a11y/noAutofocus: it opens where one asked to give a reason
        autoFocus
        aria-label={t('panel.texts.aside.reason')}
        placeholder={t('panel.texts.aside.reason')}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !hasReason) return;
          event.preventDefault();
          onGive(reason);
        }}
      />
      <Button
        small
        isBusy={isBusy}
        refusal={hasReason ? undefined : t('panel.texts.aside.reasonFirst')}
        onClick={() => onGive(reason)}
      >
        {t('panel.texts.aside.set')}
      </Button>
    </span>
  );
};
