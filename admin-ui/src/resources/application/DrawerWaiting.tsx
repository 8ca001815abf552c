import { Skeleton } from '../../ui/Skeleton';

const widths = [280, 220, 320, 180, 260, 240];

/** The shape of an application while it comes. */
export const DrawerWaiting = () => (
  <div className="app-wait wait" aria-hidden="true">
    {widths.map(width => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
