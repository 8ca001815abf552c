import { useMemo, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../meta';
import { ContentAway } from '../ui/ContentAway';
import { Empty } from '../ui/Empty';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { Coverage } from './translations/Coverage';
import type { Work } from './translations/desk';
import { Filters } from './translations/Filters';
import { Foot } from './translations/Foot';
import { Grid } from './translations/Grid';
import { Head } from './translations/Head';
import { Hint } from './translations/Hint';
import { HistoryDialog } from './translations/HistoryDialog';
import type { HistoryScope } from './translations/historyCalls';
import { LanguagesDialog } from './translations/LanguagesDialog';
import { NewKey } from './translations/NewKey';
import { readLanguagesOrLast } from './translations/lastTexts';
import { keysOf, narrow } from './translations/sheet';
import { TrashDialog } from './translations/TrashDialog';
import { useDesk } from './translations/useDesk';
import { useKeyUse } from './translations/useKeyUse';
import { pickOf, usePlace } from './translations/usePlace';
import { useFreshSheet, useSheet } from './translations/useSheet';
import '../engine/list/filters/filters.css';
import './translations/translations.css';

/** The dialog that is open: a new key, the languages of the client, the trash, or what became of texts. */
type Opened = 'new' | 'languages' | 'trash' | HistoryScope;

/** Every text of the product or of one client, in several languages side by side. */
export const Translations = () => {
  const t = useTranslate();
  const mayEdit = useCan('translation.write');
  const languages = useQuery({ queryKey: ['languages'], queryFn: readLanguagesOrLast, staleTime: 60_000 });
  const { client, locales, isList, by: asked, change } = usePlace(languages.data);
  const { by, ...use } = useKeyUse(client, asked);
  const { desk, works } = useDesk();
  const { sheet, error, retry, ...reading } = useSheet(client, locales);
  const isLoading = reading.isLoading || use.isLoading;
  const mayWrite = mayEdit && !reading.isLast;
  useFreshSheet(client, desk);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const keys = useMemo(() => keysOf(sheet, by.sightings), [sheet, by.sightings]);
  const look = (parts: Record<string, string | null>) => {
    desk.forgetSaved();
    change(parts);
  };
  const shown = useMemo(
    () => withWorks(keys, narrow(sheet, keys, locales, by), works, client),
    [sheet, keys, locales, by, works, client],
  );
  const failure = languages.error ?? error ?? use.error;
  const reload = () => {
    retry();
    use.retry();
    if (languages.error) void languages.refetch();
  };
  return (
    <div className="tx">
      <Head
        count={isLoading ? undefined : keys.length}
        mayWrite={mayWrite}
        filter={{ client, locales, ...by }}
        offered={languages.data ?? []}
        onOpen={setOpened}
      />
      <Coverage client={client} onPick={(locale, state) => look(pickOf(locales, locale, state))} />
      <Filters {...{ client, locales, isList, by }} offered={languages.data ?? []} onChange={look} />
      <Hint state={by.state} sheet={sheet} keys={isLoading ? [] : shown} mayWrite={mayWrite} />
      {reading.isLast && <ContentAway />}
      {failure && (
        <div className="tx-failure">
          <Failure error={failure} onRetry={reload} />
        </div>
      )}
      {(isLoading || languages.isLoading) && <Waiting />}
      {!isLoading && !failure && shown.length === 0 && <Empty icon="text" title={t('panel.texts.none')} />}
      {!isLoading && shown.length > 0 && (
        <Grid
          sheet={sheet}
          keys={shown}
          locales={locales}
          isList={isList}
          desk={desk}
          works={works}
          mayWrite={mayWrite}
          sightings={by.sightings}
          onHistory={setOpened}
        />
      )}
      <Foot shown={shown.length} all={keys.length} mayWrite={mayWrite} works={works} />
      {typeof opened === 'object' && <HistoryDialog told={opened} mayWrite={mayWrite} onClose={close} />}
      {opened === 'trash' && <TrashDialog client={client} mayWrite={mayWrite} onClose={close} />}
      {opened === 'languages' && <LanguagesDialog client={client} offered={languages.data ?? []} onClose={close} />}
      {opened === 'new' && (
        <NewKey
          client={client}
          known={keys}
          desk={desk}
          onClose={close}
          onMade={text => {
            close();
            look({ text, state: null, locale: null });
          }}
        />
      )}
    </div>
  );
};

const Waiting = () => (
  <div className="tx-wait" aria-busy>
    <Skeleton width={480} />
  </div>
);

/** What matches, and what one has worked on: that stays in sight until one looks for something else. */
const withWorks = (
  keys: readonly string[],
  matching: readonly string[],
  works: ReadonlyMap<string, Work>,
  client: number,
) => {
  if (matching === keys) return keys;
  const touched = [...works.values()].filter(work => work.client === client).map(work => work.messageKey);
  const all = new Set([...matching, ...touched]);
  return keys.filter(key => all.has(key));
};
