import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../router/Link';
import { usageQuery } from './usageCalls';

interface Props {
  messageKey: string;
  locale: string;
}

/** The pages that have shown a text lately, each a click away unless it is that of one record. */
export const SeenOn = ({ messageKey, locale }: Props) => {
  const t = useTranslate();
  const { data } = useQuery(usageQuery(messageKey, locale));
  if (!data || data.pages.length === 0) return null;
  return (
    <p className="tx-reach">
      <span>
        {t('panel.texts.seenOn')}{' '}
        {data.pages.map(({ route }, i) => (
          <span key={route}>
            {i > 0 && ', '}
            {route.includes(':') ? route : <Link to={route}>{route}</Link>}
          </span>
        ))}
      </span>
    </p>
  );
};
