import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import type { VmsInbound, VmsOutbound } from '../../generated/resources';
import { useDetailText } from './useDetailText';

type Message = VmsInbound | VmsOutbound;

const calling = new Set<unknown>(['QUARANTINED', 'FAILED']);

/** Why a message waits for somebody, as what it is known by: its reason, then what was found in it. Nothing for others. */
export const ReasonLine = ({ record }: CellProps<Message>) => {
  const t = useTranslate();
  const inWords = useDetailText();
  const key = record.failure
    ? `enum.applicationReason.${record.failure}`
    : record.reason && `enum.vmsReason.${record.reason}`;
  if (!key || !calling.has(record.state)) return null;
  const sentence = record.detail ? `${t(key)}: ${inWords(record.detail)}` : t(key);
  return (
    <b className="mk-bad ell" title={sentence}>
      {sentence}
    </b>
  );
};
