import { useLocale } from 'ra-core';
import { formatInstant } from '../../format/format';
import type { Audit } from '../../generated/resources';
import { useAction } from './ActionCell';
import { useActor } from './ActorCell';

/** Names an entry: what was done, by whom and when. */
export const useEntryTitle = () => {
  const locale = useLocale() ?? 'en';
  const actionOf = useAction();
  const actorOf = useActor();
  return ({ entity, action, actor, at }: Audit) =>
    [actionOf(entity, action), actorOf(actor), formatInstant(locale, String(at))].join(', ');
};
