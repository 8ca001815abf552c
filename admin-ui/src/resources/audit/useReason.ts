import { useTranslate } from 'ra-core';
import { statusBase } from '../../engine/form/possibleStatuses';
import { findResource, useMeta, type RecordOf } from '../../meta';

/** Gives the function that writes why something was done: a reason one chooses by its text, one's own words as they are. */
export const useReason = () => {
  const t = useTranslate();
  const meta = useMeta();
  return ({ entity, reason }: RecordOf<'audit'>) => {
    if (!reason) return '';
    const resource = findResource(meta, entity);
    const keys = [...(resource ? [`${statusBase(meta, resource)}.reason.${reason}`] : []), `audit.reason.${reason}`];
    const known = keys.find(key => t(key) !== key);
    return known ? t(known) : reason;
  };
};
