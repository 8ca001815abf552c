import { lazyUnthemedPart } from '../../ui/lazyPart';

const load = () => import('./ViewSwitch');

/** Shows the list as rows, as a board or as a calendar. */
export const ViewSwitch = lazyUnthemedPart(() => load().then(m => m.ViewSwitch));

/** The list as its address wants it shown. It comes with the switch, so that what is loaded first names one part more and not two. */
export const OtherView = lazyUnthemedPart(() => load().then(m => m.OtherView));
