import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { QuestionPreview } from '../../generated/answers';
import { Bar } from '../../ui/Level';
import { useAnswerText } from './useAnswerText';
import { usePast } from './usePast';

/** What the question would have done to the latest applications that answered it, and what they answered. */
export const Past = ({ seen }: { seen: QuestionPreview }) => {
  const t = useTranslate();
  const { values } = useFormState();
  const writeAnswer = useAnswerText(seen.options);
  const past = usePast();
  if (past.error) return <Refusal error={past.error} onRetry={retryOf(past)} />;
  if (!past.data || past.data.asked === 0) return null;
  const { asked, wouldReject, byAnswer } = past.data;
  // the form holds what the service answered, or what was made of it
  const flags = values['flags'] as { failOnWrongAnswer?: boolean } | null | undefined;
  return (
    <>
      {flags?.failOnWrongAnswer ? (
        <>
          <p className="q-past">
            <b>{t('panel.question.try.past', { wrong: wouldReject, smart_count: asked })}</b>
          </p>
          <Bar parts={[{ share: wouldReject / asked, tone: 'bad' }]} />
        </>
      ) : (
        <p className="help">{t('panel.question.try.noRight')}</p>
      )}
      {byAnswer.length > 0 && (
        <dl className="q-seen" aria-label={t('panel.question.try.byAnswer')}>
          {byAnswer.map(({ value, count }) => (
            <div key={JSON.stringify(value)}>
              <dt>{writeAnswer(value)}</dt>
              <dd>{t('panel.question.try.times', { smart_count: count })}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
};
