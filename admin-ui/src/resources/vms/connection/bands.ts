import type { VmsActivity, VmsEvent } from '../../../generated/answers';

/** A part of a band, from and to as shares of its width. */
export interface BandPart {
  from: number;
  to: number;
}

/** When something of a kind went on within the time that is shown, the oldest first. What has no end goes on. */
export const partsOf = ({ from, at, events }: VmsActivity, kind: VmsEvent['kind']): BandPart[] => {
  const [start, end] = [Date.parse(from), Date.parse(at)];
  const share = (iso: string | null) =>
    Math.min(1, Math.max(0, ((iso ? Date.parse(iso) : end) - start) / (end - start)));
  return events
    .filter(event => event.kind === kind)
    .map(event => ({ from: share(event.at), to: share(event.until) }))
    .filter(part => part.to > part.from)
    .reverse();
};

/** Whether something goes on at the present of the service. */
export const goesOn = (event: VmsEvent, at: string) => event.until === null || Date.parse(event.until) > Date.parse(at);
