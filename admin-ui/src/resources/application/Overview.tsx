import { Facts } from './Facts';
import { FailedDelivery } from './FailedDelivery';
import { Files } from './Files';
import { Ready } from './Ready';
import { ReopenOffer } from './ReopenOffer';
import type { TabProps } from './TabProps';

/** What is missing before an application can go out, and what it says. */
export const Overview = ({ application, onChanged }: TabProps) => (
  <>
    {application.status === 'sf' && <FailedDelivery application={application} />}
    <ReopenOffer application={application} />
    <Ready application={application} />
    <Facts application={application} />
    <Files application={application} onChanged={onChanged} />
  </>
);
