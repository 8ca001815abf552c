import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';

/** Who did it: staff by name, everybody else by what they are; and whose deed the product went on with by itself. */
export const ActorCell = ({ record }: CellProps) => {
  const nameOf = useActor();
  const causeOf = useCause();
  const cause = causeOf(record['causedBy']);
  return (
    <>
      {nameOf(record['actor'])} {cause && <span className="t2 s12">{cause}</span>}
    </>
  );
};

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

/** Gives the function that names the colleague whose change caused an entry; empty where nobody's did. */
export const useCause = () => {
  const t = useTranslate();
  return (cause: unknown) => {
    const { name } = (cause ?? {}) as { name?: string }; // as the service answers an actor
    return name ? t('panel.history.causedBy', { name }) : '';
  };
};
