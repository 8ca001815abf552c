import { useLocale, useTranslate } from 'ra-core';
import { Age } from '../../engine/cells/Age';
import { Empty } from '../../ui/Empty';
import { FileLine } from '../../ui/FileLine';
import { answerText } from './answerText';
import type { Answer } from './types';
import type { TabProps } from './useDrawerTabs';

/** The answers, each to the version of the question that was asked. */
export const Answers = ({ application }: TabProps) => {
  const t = useTranslate();
  const answers = application.answers ?? [];
  if (answers.length === 0) {
    return (
      <Empty icon="question" title={t('panel.application.noAnswers')}>
        {t('panel.application.noAnswersText')}
      </Empty>
    );
  }
  return (
    <dl className="app-answers">
      {answers.map(answer => (
        <One key={answer.questionId} answer={answer} />
      ))}
    </dl>
  );
};

const One = ({ answer }: { answer: Answer }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const text = answerText(answer.value, { t, locale });
  return (
    <div>
      <dt>{t('panel.application.question', { id: answer.questionId })}</dt>
      <dd>
        {text ? <p className="app-text">{text}</p> : <p className="t3">{t('panel.application.unanswered')}</p>}
        {answer.files && answer.files.length > 0 && (
          <ul className="app-files">
            {answer.files.map(id => (
              <li key={id}>
                <FileLine id={id} />
              </li>
            ))}
          </ul>
        )}
        <p className="s12 t2">
          {t('panel.application.questionVersion', { version: answer.questionVersion })}
          {answer.answeredBy && `, ${answer.answeredBy}`}
          {answer.answeredAt && (
            <>
              , <Age at={answer.answeredAt} />
            </>
          )}
        </p>
      </dd>
    </div>
  );
};
