import { useTranslate } from 'ra-core';
import { useFailureText } from '../../../engine/form/useFailureText';
import type { TextPlanLine } from '../../../generated/answers';
import { Checkbox } from '../../../ui/Checkbox';
import { Came, Gone, TextDifference } from '../../../ui/Difference';

interface Props {
  line: TextPlanLine;
  isAccepted: boolean;
  onTake: (isAccepted: boolean) => void;
}

/** One text of a plan: what it becomes with the words that go and come, what prevents it, and whether it is taken. */
export const PlanLine = ({ line, isAccepted, onTake }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const { kind, locale, messageKey, reasons, findings } = line;
  const name = (
    <>
      <span className="mono s12">{messageKey}</span> <span className="t2 s12">{locale}</span>
    </>
  );
  return (
    <li>
      {kind === 'REFUSED' ? <div>{name}</div> : <Checkbox label={name} isOn={isAccepted} onChange={onTake} />}
      <div>
        <Texts line={line} />
        {line.line > 0 && <span className="t2">{t('panel.texts.batch.line', { line: line.line })} </span>}
        {reasons.map(({ key, params }) => (
          <span key={key} className="t2">
            {say(key, params ?? {})}{' '}
          </span>
        ))}
        {findings.map(finding => (
          <span key={finding} className="t2">
            {t(`panel.texts.finding.${finding}`)}.{' '}
          </span>
        ))}
      </div>
    </li>
  );
};

/** A text as it is and becomes, or the state that it gets. */
const Texts = ({ line: { before, after, locale } }: { line: TextPlanLine }) => {
  const t = useTranslate();
  if (!after)
    return (
      before && (
        <div lang={locale} dir="auto" className="tx-plan-text">
          <Gone>{before.messageValue}</Gone>
        </div>
      )
    );
  const isOther = before?.messageValue !== after.messageValue;
  return (
    <div lang={locale} dir="auto" className="tx-plan-text">
      {!isOther && <p>{after.messageValue}</p>}
      {isOther && before && <TextDifference before={before.messageValue} after={after.messageValue} />}
      {isOther && !before && <Came>{after.messageValue}</Came>}
      {before && before.state !== after.state && after.state && (
        <p className="t2 s12">
          {t('panel.texts.batch.state', {
            before: t(`panel.texts.state.${before.state}`),
            after: t(`panel.texts.state.${after.state}`),
          })}
        </p>
      )}
    </div>
  );
};
