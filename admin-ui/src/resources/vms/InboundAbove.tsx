import { VmsTabs } from './VmsTabs';
import { UnknownNotice } from './UnknownNotice';

/** The frame, and the values that nobody has said the meaning of. */
export const InboundAbove = () => (
  <>
    <VmsTabs />
    <UnknownNotice />
  </>
);
