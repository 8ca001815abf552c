import { useEffect, useSyncExternalStore } from 'react';
import { useGetIdentity } from 'ra-core';
import { saveText } from './calls';
import { createDesk, type Desk } from './desk';

const desks = new Map<string, Desk>();
const retryEvery = 3_000;

/** The desk of somebody. It outlives the screen: what is on its way goes on. */
const deskOf = (person: string): Desk => {
  const known = desks.get(person);
  if (known) return known;
  const made = createDesk({ person, save: saveText });
  desks.set(person, made);
  return made;
};

/** The desk of who is signed in and the texts on it. What did not reach the service is sent again until it does. */
export const useDesk = () => {
  const { identity } = useGetIdentity();
  const desk = deskOf(String(identity?.id ?? ''));
  const works = useSyncExternalStore(desk.listen, desk.works);
  useEffect(() => {
    void desk.retry();
    const timer = setInterval(() => void desk.retry(), retryEvery);
    return () => clearInterval(timer);
  }, [desk]);
  return { desk, works };
};
