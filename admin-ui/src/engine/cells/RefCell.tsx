import { useReference } from 'ra-core';
import { findResource, recordTitle, resourceKey, useMeta, useResourceMeta } from '../../meta';
import type { ResourceMeta } from '../../meta';
import type { CellProps } from '../overrideProps';
import { nameFieldOf } from './pairs';

/** A referenced record by its name, which the row brings along or the reference has to be asked for. */
export const RefCell = ({ record, field }: CellProps) => {
  const beside = nameFieldOf(useResourceMeta(), field);
  const target = findResource(useMeta(), field.ref ?? '');
  const id = record[field.name];
  if (beside) return <>{record[beside]}</>;
  if (id === null || id === undefined) return null;
  return target ? <FetchedTitle target={target} id={id as string | number} /> : String(id); // an id is a number or a text
};

interface FetchedTitleProps {
  target: ResourceMeta;
  id: string | number;
}

const FetchedTitle = ({ target, id }: FetchedTitleProps) => {
  const { referenceRecord } = useReference({ reference: resourceKey(target), id });
  return <>{referenceRecord ? recordTitle(target, referenceRecord) : null}</>;
};
