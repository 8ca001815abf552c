import { useTranslate } from 'ra-core';

/** What the product does by itself, as records name it: `vms.outbound`, `project.closeExpired`. People have a last name too. */
const work = /^[a-z]\S*$/;

/** Says who did something as people read it: the product goes by one name, whatever work of its own it was. */
export const useActorName = () => {
  const t = useTranslate();
  return (name: string) => (work.test(name) ? t('dashboard.actor.system') : name);
};
