import { lazy } from 'react';

const load = () => import('./ViewSwitch');

/** Shows the list as rows, as a board or as a calendar. */
export const ViewSwitch = lazy(() => load().then(m => ({ default: m.ViewSwitch })));

/** The list as its address wants it shown. It comes with the switch, so that what is loaded first names one part more and not two. */
export const OtherView = lazy(() => load().then(m => ({ default: m.OtherView })));
