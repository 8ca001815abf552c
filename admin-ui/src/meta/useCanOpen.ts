import { useMeta, type Meta } from './index';

/** Whether a path is the route or lies below it. */
export const isWithin = (pathname: string, route: string) => pathname === route || pathname.startsWith(`${route}/`);

/** The path by which the sidebar and the tabs know where one is: a set-up, which no entry leads to, is of a connection. */
export const placeOf = (pathname: string) => pathname.replace('/vms/setup', '/vms/connections');

/** Whether the sidebar leads to the screen of a path: then one may open it, and only then it is there. */
export const leadsTo = ({ groups }: Meta, path: string) =>
  groups.some(group => group.route === path || group.entries.some(({ route }) => isWithin(path, route)));

/** Gives the function that says whether one may open a link. */
export const useCanOpen = () => {
  const meta = useMeta();
  return (link: string | undefined) => Boolean(link) && leadsTo(meta, link?.split('?')[0] ?? '');
};
