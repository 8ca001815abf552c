import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useCan } from '../../meta';
import type { IndexFound } from '../../generated/answers';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { deleteDocument, putDocument } from './calls';
import { DocumentRow } from './DocumentRow';
import { type Report, useWork } from './useWork';
import '../../engine/list/table.css';

const columns = ['id', 'handle', 'title', 'state', 'database', 'index', 'indexedAt', 'comparison'] as const;

interface Props {
  type: string;
  found: readonly IndexFound[];
  onTrouble: Report;
}

/** A page of documents, each with the version of its record beside its own. */
export const DocumentTable = ({ type, found, onTrouble }: Props) => {
  const t = useTranslate();
  const mayWrite = useCan('index.document.write');
  const [going, setGoing] = useState<number>();
  const put = useWork(
    (id: number) => putDocument(type, id),
    ({ message }) => message,
    onTrouble,
  );
  const remove = useWork(
    (id: number) => deleteDocument(type, id),
    ({ message }) => message,
    onTrouble,
  );
  return (
    <>
      <table className="grid ix-docs">
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col" className={`c-${name}`}>
                {t(`esearch.col.${name}`)}
              </th>
            ))}
            {mayWrite && (
              <th scope="col" className="c-actions">
                <span className="vh">{t('esearch.col.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {found.map(one => (
            <DocumentRow
              key={one.id}
              type={type}
              found={one}
              onPut={mayWrite ? () => put.mutate(one.id) : undefined}
              onRemove={() => setGoing(one.id)}
            />
          ))}
        </tbody>
      </table>
      {going !== undefined && (
        <ConfirmDialog
          title={t('esearch.remove.title', { id: going })}
          confirm={t('esearch.remove.do')}
          look="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(going, { onSettled: () => setGoing(undefined) })}
          onCancel={() => setGoing(undefined)}
        >
          <p>{t('esearch.remove.text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
