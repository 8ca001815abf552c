import { RateBreakdown } from '../rates/RateBreakdown';
import { breakdownOf } from './breakdown';
import { RateLines } from './RateLines';
import type { TabProps } from './useDrawerTabs';

/** Where the rate comes from. */
export const RateTab = ({ application }: TabProps) => (
  <div className="app-pad">
    <RateLines application={application} />
    <RateBreakdown breakdown={breakdownOf(application.rateBreakdown)} />
  </div>
);
