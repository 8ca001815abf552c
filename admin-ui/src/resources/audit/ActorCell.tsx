import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/override';

/** Who did it: staff by name, everybody else by what they are. */
export const ActorCell = ({ record }: CellProps) => <>{useActor()(record['actor'])}</>;

/** Gives the function that names an actor. */
export const useActor = () => {
  const t = useTranslate();
  return (actor: unknown) => {
    // The service answers {kind, id, name}; an entry nobody is behind has an empty kind.
    const { kind, name } = actor as { kind: string; name: string };
    const isSystem = !kind || kind === 'system'; // named after the work it does, which means nothing to people
    return (!isSystem && name) || t(`panel.history.actor.${kind || 'system'}`);
  };
};
