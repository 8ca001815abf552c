import { useLocale, useTranslate } from 'ra-core';
import { dateFormat, formatNumber } from '../../format/format';
import type { SupportMessage } from '../../generated/answers';
import { Link } from '../../router/Link';
import { Icon, type IconName } from '../../ui/Icon';
import { StepRemedy } from './StepRemedy';
import type { Step } from './story';
import { useStepText } from './useStepText';

interface Props {
  step: Step;
  span: { from: number; to: number };
  onDone: () => void;
}

const icons: Record<Step['part'], IconName> = {
  api: 'code',
  record: 'case',
  job: 'server',
  run: 'server',
  message: 'send',
  mail: 'text',
  index: 'index',
};

/** The time of a step by the reader's own clock, as the beginning of the whole is written. */
const clock = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
} as const;

/** One step: when, of what, what happened, where in the whole it lies and how long it took. One that failed says what mends it. */
export const StepRow = ({ step, span, onDone }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { title, more, to } = useStepText()(step);
  const seconds = formatNumber(locale, step.ms / 1000, step.ms < 1000 ? 3 : 1);
  return (
    <li className={`story-s ${step.state}`} tabIndex={-1}>
      <time dateTime={step.at || undefined} className="mono s12">
        {step.at && dateFormat(locale, clock).format(new Date(step.at))}
      </time>
      <span className="story-p">
        <Icon name={icons[step.part]} small /> {t(`panel.support.part.${step.part}`)}
      </span>
      <div>
        <b>{to ? <Link to={to}>{title}</Link> : title}</b>
        {more && <p className="t2">{more}</p>}
        {step.state === 'mended' && step.part === 'message' && <Since message={step.message} />}
        {(step.state === 'failed' || step.state === 'mended') && <StepRemedy step={step} onDone={onDone} />}
      </div>
      <Place step={step} span={span} />
      <span className="story-ms">{step.ms > 0 && t('panel.support.took', { seconds })}</span>
    </li>
  );
};

/** Leads to the message that has delivered what this one could not. */
const Since = ({ message: { later } }: { message: SupportMessage }) => {
  const t = useTranslate();
  return (
    <p className="story-since">
      <Icon name="check" small /> {t('panel.support.deliveredSince')}{' '}
      <Link to={`/support/${encodeURIComponent(later.messageId)}`}>{later.messageId}</Link>
    </p>
  );
};

/** Where a step lies within the whole; a short one is seen too. */
const Place = ({ step, span }: Omit<Props, 'onDone'>) => {
  const all = Math.max(1, span.to - span.from);
  const from = step.at ? (100 * (Date.parse(step.at) - span.from)) / all : 99;
  return (
    <svg className="story-b" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={step.state} x={Math.min(99, from)} width={Math.max(1, (100 * step.ms) / all)} height="8" />
    </svg>
  );
};
