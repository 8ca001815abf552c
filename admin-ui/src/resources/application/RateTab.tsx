import { RateBreakdown } from '../rates/RateBreakdown';
import { breakdownOf } from './breakdown';
import { RateLines } from './RateLines';
import type { TabProps } from './TabProps';

/** The rates, and where they come from. */
export const RateTab = ({ application }: TabProps) => (
  <div className="app-pad app-rate-tab">
    <RateLines application={application} />
    {typeof application.talentRate === 'number' && <RateBreakdown breakdown={breakdownOf(application.rateBreakdown)} />}
  </div>
);
