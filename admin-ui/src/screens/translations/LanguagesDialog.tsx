import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { nameOf } from '../../format/format';
import type { Language } from '../../providers/content';
import { lookAgain } from '../../providers/lastTexts';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Note } from '../../ui/Note';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { readCoverage } from './coverageCalls';
import { defaultSet, saveClientLanguages } from './calls';
import { LanguageOrder } from './LanguageOrder';
import { readClientLanguagesOrLast } from './lastTexts';

interface Props {
  client: number;
  offered: readonly Language[];
  onClose: () => void;
}

/** The languages a client's people may choose, in order: the first is the one they begin with. */
export const LanguagesDialog = ({ client, ...rest }: Props) => {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['clientLanguages', client, 'order'],
    queryFn: () => readClientLanguagesOrLast(client),
    refetchInterval: ({ state }) => (state.data?.isLast ? lookAgain : false),
    gcTime: 0,
  });
  if (data && !data.isLast) return <Order client={client} stored={data.order} {...rest} />;
  return (
    <Modal title={t('panel.texts.clientLanguages')} cancelLabel={t('panel.modal.close')} onClose={rest.onClose}>
      {data && <LastKnown client={client} order={data.order} />}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
    </Modal>
  );
};

const LastKnown = ({ client, order }: { client: number; order: string[] }) => {
  const t = useTranslate();
  return (
    <>
      <Note tone="warn" isNews>
        {t('panel.texts.languagesAway')}
      </Note>
      <LanguageOrder order={order} client={client} />
    </>
  );
};

const Order = ({ client, stored, offered, onClose }: Props & { stored: string[] }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const queries = useQueryClient();
  const [order, setOrder] = useState(stored);
  const product = useQuery({
    queryKey: ['coverage', defaultSet],
    queryFn: ({ signal }) => readCoverage(defaultSet, signal),
  });
  const saving = useMutation({
    mutationFn: () => saveClientLanguages(client, stored, order),
    onSuccess: async () => {
      await Promise.all(
        ['coverage', 'clientLanguages', 'acceptedLocales'].map(name => queries.invalidateQueries({ queryKey: [name] })),
      );
      onClose();
    },
  });
  const isChanged = order.join() !== stored.join();
  const others = offered.filter(({ iso, active }) => active && !order.includes(iso));
  const lacking = (iso: string) => {
    const missing = product.data?.find(one => one.locale === iso)?.missing;
    if (missing === 0) return t('panel.texts.allThere');
    // Nobody has written in a language that is not counted.
    return missing === undefined ? t('panel.texts.noTexts') : t('panel.texts.missingCount', { count: missing });
  };
  return (
    <Modal
      title={t('panel.texts.clientLanguages')}
      unsaved={isChanged ? 1 : 0}
      isBusy={saving.isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={saving.isPending}
          refusal={isChanged ? undefined : t('panel.texts.sameOrder')}
          onClick={() => saving.mutate()}
        >
          {t('panel.texts.save')}
        </Button>
      }
    >
      {saving.error && <Refusal error={saving.error} onRetry={retryOf(saving)} />}
      <LanguageOrder order={order} client={client} onChange={setOrder} />
      {others.length > 0 && (
        <Select
          value=""
          label={t('panel.texts.addLanguage')}
          empty={t('panel.texts.addLanguage')}
          choices={others.map(({ iso }) => ({
            value: iso,
            label: `${nameOf(locale, 'language', iso)} (${lacking(iso)})`,
          }))}
          onChange={iso => setOrder([...order, iso])}
        />
      )}
    </Modal>
  );
};
