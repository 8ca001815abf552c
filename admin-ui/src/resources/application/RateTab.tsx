import { RateBar } from '../rates/RateBar';
import { RateBreakdown } from '../rates/RateBreakdown';
import { breakdownOf } from './breakdown';
import { RateLines } from './RateLines';
import type { TabProps } from './TabProps';
import { useProjectLimits } from './useProjectLimits';

/** The rates, and where they come from. */
export const RateTab = ({ application }: TabProps) => {
  const limits = useProjectLimits(application);
  const { talentRate, payRate, billRate, currency, rateBreakdown } = application;
  return (
    <div className="app-pad app-rate-tab">
      <RateLines application={application} />
      {typeof payRate === 'number' && typeof billRate === 'number' && (
        <RateBar pay={payRate} bill={billRate} currency={currency ?? ''} min={limits?.min} max={limits?.max} />
      )}
      {typeof talentRate === 'number' && <RateBreakdown breakdown={breakdownOf(rateBreakdown)} />}
    </div>
  );
};
