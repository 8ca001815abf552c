import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { TextShowing } from '../../generated/answers';
import { usageQuery } from './usageCalls';

interface Props {
  messageKey: string;
  locale: string;
}

const mostNames = 8;

const namesOf = (clients: readonly TextShowing[]) => ({
  smart_count: clients.length,
  names: [...clients.slice(0, mostNames).map(({ name }) => name), ...(clients.length > mostNames ? ['…'] : [])].join(
    ', ',
  ),
});

/** Which clients a change of a text of the product reaches, and which have one of their own. It comes when it comes: nobody waits for it. */
export const BlastRadius = ({ messageKey, locale }: Props) => {
  const t = useTranslate();
  const { data } = useQuery(usageQuery(messageKey, locale));
  if (!data) return null;
  const seeing = data.clients.filter(({ inherits }) => inherits.length > 0);
  const others = data.clients.filter(({ inherits }) => inherits.length === 0);
  const isSeen = seeing.length + data.beyond > 0;
  return (
    <p className="tx-reach">
      {seeing.length > 0 && <span>{t('panel.texts.seenBy', namesOf(seeing))}</span>}
      {data.beyond > 0 && <span>{t('panel.texts.seenBeyond', { smart_count: data.beyond })}</span>}
      {!isSeen && <span>{t('panel.texts.seenByNone')}</span>}
      {others.length > 0 && <span>{t('panel.texts.ownText', namesOf(others))}</span>}
    </p>
  );
};
