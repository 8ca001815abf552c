import { Suspense, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useCan } from '../../../meta';
import type { Language } from '../../../providers/content';
import type { IconName } from '../../../ui/Icon';
import { lazyPart } from '../../../ui/lazyPart';
import { Menu } from '../../../ui/Menu';
import { seenMissing } from '../sheet';
import type { Batch, TextFilter } from './planning';

interface Props {
  filter: TextFilter;
  offered: readonly Language[];
}

const BatchDialog = lazyPart(() => import('./BatchDialog').then(m => m.BatchDialog));

const icons = {
  import: 'upload',
  everything: 'refresh',
  export: 'download',
  replace: 'swap',
  review: 'check',
} as const satisfies Record<Batch, IconName>;
const order = ['import', 'export', 'replace', 'review', 'everything'] as const satisfies readonly Batch[];

/** What can be done at once to all texts that the filter matches, as far as one may. */
export const BatchMenu = ({ filter: { client, locales, text, state, locale }, offered }: Props) => {
  const t = useTranslate();
  const may = { write: useCan('translation.write'), export: useCan('translation.export') };
  const [opened, setOpened] = useState<Batch>();
  const batches = order.filter(batch => (batch === 'export' ? may.export : may.write));
  if (batches.length === 0) return null;
  return (
    <>
      <Menu
        label={t('panel.texts.batch.menu')}
        lines={batches.map(batch => ({
          label: t(`panel.texts.batch.${batch}`),
          icon: icons[batch],
          onSelect: () => setOpened(batch),
        }))}
      />
      {opened && offered.length > 0 && (
        <Suspense fallback={null}>
          <BatchDialog
            batch={opened}
            filter={{ client, locales, text, state: state === seenMissing ? 'MISSING' : state, locale }}
            offered={offered}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
};
