import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useFailureText } from '../../engine/form/useFailureText';
import type { IndexDocument } from '../../generated/answers';
import { useCan } from '../../meta';
import { HttpError } from '../../providers/httpError';
import { useNavigate } from '../../router/useNavigate';
import { Button } from '../../ui/Button';
import { CodeEditor } from '../../ui/CodeEditor';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { indexKey, putDocument, readDocument } from './calls';
import { DriftChip } from './DriftChip';
import { FieldDifferences } from './FieldDifferences';
import { placeOf } from './types';
import { type Report, useWork } from './useWork';

interface Props {
  type: string;
  id: number;
  onTrouble: Report;
}

/** One document as it is indexed, beside what the database says. It can be written by hand. */
export const DocumentDialog = ({ type, id, onTrouble }: Props) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: [...indexKey, 'document', type, id],
    queryFn: ({ signal }) => readDocument(type, id, signal),
  });
  const close = () => navigate(placeOf(type), { replace: true });
  if (data) return <Editing key={data.indexedAt} type={type} document={data} onTrouble={onTrouble} onClose={close} />;
  return (
    <Modal title={t('esearch.document.title', { id })} size="wide" isTall onClose={close}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton width={320} />}
    </Modal>
  );
};

interface EditingProps {
  type: string;
  document: IndexDocument;
  onTrouble: Report;
  onClose: () => void;
}

/** The document as text; whether it is by hand is the service's to say. */
const textOf = ({ source }: IndexDocument) => {
  const { _manual, ...fields } = source ?? {};
  return JSON.stringify(fields, null, 2);
};

const objectOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    // An object of JSON has no other keys than texts.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const Editing = ({ type, document, onTrouble, onClose }: EditingProps) => {
  const t = useTranslate();
  const say = useFailureText();
  const mayWrite = useCan('index.document.write');
  const [text, setText] = useState(() => textOf(document));
  const write = useWork(
    (source: Record<string, unknown> | undefined) => putDocument(type, document.id, source),
    ({ message }) => message,
    onTrouble,
  );
  const source = objectOf(text);
  const isChanged = text !== textOf(document);
  const refused = write.error instanceof HttpError ? Object.entries(write.error.fieldErrors)[0] : undefined;
  const wrong = source ? refused && `${refused[0]}: ${say(refused[1][0] ?? '')}` : t('esearch.document.notJson');
  return (
    <Modal
      title={t('esearch.document.title', { id: document.id })}
      sub={<DriftChip drift={document.drift} />}
      size="wide"
      isTall
      unsaved={isChanged ? 1 : 0}
      isBusy={write.isPending}
      cancelLabel={t('esearch.document.close')}
      onClose={onClose}
      actions={
        mayWrite && (
          <>
            <Button onClick={() => write.mutate(undefined)}>{t('esearch.document.fromDb')}</Button>
            {isChanged && source && (
              <Button look="primary" onClick={() => write.mutate(source)}>
                {t('esearch.document.save')}
              </Button>
            )}
          </>
        )
      }
    >
      {document.fields.length > 0 ? (
        <section className="ix-differs">
          <h3>{t('esearch.document.differs')}</h3>
          <FieldDifferences fields={document.fields} />
        </section>
      ) : (
        document.drift === 'OK' && <p className="s13 t2 ix-hint">{t('esearch.document.same')}</p>
      )}
      <Field
        label={t('esearch.document.source')}
        hint={t('esearch.document.hint')}
        error={wrong}
        isChanged={isChanged}
        isReadOnly={!mayWrite}
        isWide
      >
        <CodeEditor mode="json" value={text} onChange={setText} />
      </Field>
    </Modal>
  );
};
