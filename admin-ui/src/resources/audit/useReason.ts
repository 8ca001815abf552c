import { useTranslate } from 'ra-core';
import { statusBase } from '../../engine/form/possibleStatuses';
import { findResource, useMeta, type RecordOf } from '../../meta';
import { textIfAny } from '../../providers/textIfAny';

/** Gives the function that writes why something was done: a reason one chooses by its text, one's own words as they are. */
export const useReason = () => {
  const t = useTranslate();
  const meta = useMeta();
  return ({ entity, reason }: RecordOf<'audit'>) => {
    if (!reason) return '';
    const resource = findResource(meta, entity);
    const keys = [...(resource ? [`${statusBase(meta, resource)}.reason.${reason}`] : []), `audit.reason.${reason}`];
    return textIfAny(t, keys) ?? reason;
  };
};
