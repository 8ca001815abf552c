import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant, nameOf } from '../../format/format';
import type { TextFormerSource } from '../../generated/answers';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { TextDifference } from '../../ui/Difference';
import type { Shown } from './sheet';

interface Props {
  client: number;
  messageKey: string;
  shown: Shown;
  onConfirm: () => void;
}

/** Nothing, unless a text is stale: what its source said before and says now, and the way to say that the text still fits. */
export const StaleLines = ({ client, messageKey, shown: { locale, text, state }, onConfirm }: Props) => {
  const t = useTranslate();
  const language = useLocale() ?? 'en';
  const { data } = useQuery({
    enabled: state === 'STALE',
    queryKey: ['formerSource', client, locale, messageKey, text?.dateUpdated],
    queryFn: async ({ signal }) => {
      const of = new URLSearchParams({ client: String(client), locale, messageKey });
      return (await request<TextFormerSource>('GET', `/api/translation/source?${of}`, { signal })).data;
    },
  });
  if (state !== 'STALE') return null;
  const name = nameOf(language, 'language', locale);
  return (
    <div className="tx-stale">
      {data?.before && (
        <>
          <p className="s12 t2">
            {t('panel.texts.sourceBefore', { at: data.until ? formatInstant(language, data.until) : '' })}
          </p>
          <div lang="en" dir="auto">
            <TextDifference before={data.before} after={data.source} />
          </div>
        </>
      )}
      {data && !data.before && <p className="s12 t2">{t('panel.texts.sourceUnknown')}</p>}
      <Button
        small
        icon="check"
        aria-label={t('panel.texts.stillRightOf', { language: name, key: messageKey })}
        onClick={onConfirm}
      >
        {t('panel.texts.stillRight')}
      </Button>
    </div>
  );
};
