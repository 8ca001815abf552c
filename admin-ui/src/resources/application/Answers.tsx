import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useCan } from '../../meta';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Empty } from '../../ui/Empty';
import { FileLine } from '../../ui/FileLine';
import { Skeleton } from '../../ui/Skeleton';
import { AnswerForm } from './AnswerForm';
import { answerText } from './answerText';
import type { TabProps } from './TabProps';
import { useSheet, type SheetLine } from './useSheet';

/** What the application is asked, and the answers, each to the version of the question that was asked. */
export const Answers = ({ application, onChanged }: TabProps) => {
  const t = useTranslate();
  const query = useSheet(application);
  const [editing, setEditing] = useState<number>();
  const mayChange = useCan('application.update') && editable.has(String(application.status));
  if (query.error) return <Refusal error={query.error} onRetry={retryOf(query)} />;
  if (!query.data) return <Skeleton width={240} />;
  const { results, currency } = query.data;
  if (results.length === 0) {
    return (
      <Empty icon="question" title={t('panel.application.notAsked')}>
        {t('panel.application.notAskedText')}
      </Empty>
    );
  }
  return (
    <ul className="app-answers">
      {results.map(line => (
        <li key={line.id}>
          {editing === line.id ? (
            <AnswerForm
              application={application}
              line={line}
              currency={currency}
              onClose={() => setEditing(undefined)}
              onSaved={() => {
                setEditing(undefined);
                onChanged();
              }}
            />
          ) : (
            <One line={line} onEdit={mayChange ? () => setEditing(line.id) : undefined} />
          )}
        </li>
      ))}
    </ul>
  );
};

/** What may still be answered; the service knows more precisely. */
const editable = new Set(['uc', 'a', 'sp', 'sf', 's2c']);

const One = ({ line, onEdit }: { line: SheetLine; onEdit: (() => void) | undefined }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const text = line.options.length > 0 ? line.words : answerText(line.value, { t, locale });
  return (
    <>
      <p className="app-asked">
        <span className="grow">{line.label}</span>
        {line.rejects && (
          <Chip tone="bad" icon="alert" isLoud>
            {t('panel.application.answer.rejects')}
          </Chip>
        )}
        {line.missing && (
          <Chip tone="warn" icon="clock" isLoud>
            {t('panel.application.answer.missing')}
          </Chip>
        )}
        {line.retired && <Chip icon="pause">{t('panel.application.answer.retired')}</Chip>}
      </p>
      {text ? <p className="app-text">{text}</p> : <p className="t3">{t('panel.application.unanswered')}</p>}
      {line.files.length > 0 && (
        <ul className="app-files">
          {line.files.map(id => (
            <li key={id}>
              <FileLine id={id} />
            </li>
          ))}
        </ul>
      )}
      <p className="s12 t2 app-asked">
        <span className="grow">
          {t('panel.application.questionVersion', { version: line.questionVersion })}
          {line.answeredBy && `, ${line.answeredBy}`}
          {line.answeredAt && (
            <>
              , <Age at={line.answeredAt} />
            </>
          )}
        </span>
        {onEdit && (
          <Button
            small
            look="ghost"
            aria-label={t('panel.application.answer.edit', { question: line.label })}
            onClick={onEdit}
          >
            {t(text ? 'panel.application.answer.change' : 'panel.application.answer.give')}
          </Button>
        )}
      </p>
    </>
  );
};
