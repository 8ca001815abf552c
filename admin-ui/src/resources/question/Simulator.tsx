import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { QuestionFace, QuestionPreview, QuestionUploads } from '../../generated/answers';
import { Chip } from '../../ui/Chip';
import { Field } from '../../ui/Field';
import { Note } from '../../ui/Note';
import { Skeleton } from '../../ui/Skeleton';
import type { AnswerableQuestion } from './answer';
import { AnswerInput } from './AnswerInput';
import { Outcome } from './Outcome';
import { usePreview } from './usePreview';
import './question.css';

/** The question as it stands in the form: as talent, as MSP and on paper, and what an answer to it does. */
export const Simulator = () => {
  const t = useTranslate();
  const [answer, setAnswer] = useState<unknown>(null);
  const query = usePreview(answer);
  const seen = query.data;
  if (query.error) {
    return (
      <>
        <Note tone="warn">{t('panel.question.try.mend')}</Note>
        <Refusal error={query.error} onRetry={retryOf(query)} />
      </>
    );
  }
  if (!seen) return <Skeleton width={320} />;
  return (
    <div className="q-try">
      {seen.internal && <Note>{t('panel.question.internal')}</Note>}
      <AnswerPreview who="talent" face={seen.talent} seen={seen} answer={answer} onAnswer={setAnswer} />
      <AnswerPreview who="msp" face={seen.msp} seen={seen} answer={answer} onAnswer={setAnswer} />
      {seen.internal && <AnswerPreview who="staff" face={staff} seen={seen} answer={answer} onAnswer={setAnswer} />}
      <Paper seen={seen} />
      <Outcome seen={seen} />
    </div>
  );
};

const staff: QuestionFace = { sees: true, answers: true, needed: false, uploads: null };

interface AnswerPreviewProps {
  who: 'talent' | 'msp' | 'staff';
  face: QuestionFace;
  seen: QuestionPreview;
  answer: unknown;
  onAnswer: (answer: unknown) => void;
}

/** What one of them meets. All answer the same question, so that an answer typed once is seen by each. */
const AnswerPreview = ({ who, face, seen, answer, onAnswer }: AnswerPreviewProps) => {
  const t = useTranslate();
  const { values } = useFormState();
  const title = t(`panel.question.try.${who}`);
  const problem = seen.problems[0];
  const wanted: AnswerableQuestion = {
    name: `try-${who}`,
    valueType: String(values['valueType']),
    inputKind: String(values['inputKind']),
    options: seen.options,
    // the form holds what the service answered, or what was made of it
    validation: values['validation'] as AnswerableQuestion['validation'],
    currency: seen.currency,
    isNeeded: face.needed,
  };
  return (
    <section className="q-look" aria-label={title}>
      <h3>
        {title}
        <Chip icon={face.answers ? 'edit' : 'lock'}>
          {t(
            face.answers
              ? 'panel.question.try.answers'
              : face.sees
                ? 'panel.question.try.sees'
                : 'panel.question.try.hidden',
          )}
        </Chip>
      </h3>
      {face.sees && (
        <Field
          label={seen.label}
          hint={seen.help || undefined}
          isRequired={face.needed}
          isReadOnly={!face.answers}
          error={problem && face.answers ? t(problem.key, problem.params ?? {}) : undefined}
        >
          {face.answers ? (
            <AnswerInput asked={wanted} label={seen.label} value={answer} onChange={onAnswer} />
          ) : (
            <p className="q-said">{seen.words || t('panel.question.try.onlySees')}</p>
          )}
        </Field>
      )}
      {face.sees && face.uploads && <Uploads {...face.uploads} />}
    </section>
  );
};

const Uploads = ({ types, most, size }: QuestionUploads) => {
  const t = useTranslate();
  const words = types.map(type => t(`enum.questionFileType.${type}`)).join(', ');
  return (
    <p className="help">
      {t('panel.question.try.uploads', { smart_count: most, types: words, size: size / 1024 ** 2 })}
    </p>
  );
};

const Paper = ({ seen }: { seen: QuestionPreview }) => {
  const t = useTranslate();
  const title = t('panel.question.try.pdf');
  return (
    <section className="q-look" aria-label={title}>
      <h3>
        {title}
        <Chip icon={seen.pdf ? 'done' : 'lock'}>
          {t(seen.pdf ? 'panel.question.try.printed' : 'panel.question.try.notPrinted')}
        </Chip>
      </h3>
      {seen.pdf && (
        <dl className="q-paper">
          <dt>{seen.pdf.question}</dt>
          <dd>{seen.pdf.answer || t('panel.question.try.noAnswer')}</dd>
        </dl>
      )}
    </section>
  );
};
