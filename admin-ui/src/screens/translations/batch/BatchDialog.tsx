import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { clientsQuery } from '../../../providers/clients';
import type { Language } from '../../../providers/content';
import { defaultSet } from '../calls';
import { ExportDialog } from './ExportDialog';
import { ImportDialog } from './ImportDialog';
import type { Batch, TextFilter } from './planning';
import { ReplaceDialog } from './ReplaceDialog';
import { ReviewDialog } from './ReviewDialog';
import '../../../engine/form/form.css';
import '../../../engine/list/dialogs/choices.css';
import '../../../ui/lines.css';
import './batch.css';

interface Props {
  batch: Batch;
  filter: TextFilter;
  offered: readonly Language[];
  onClose: () => void;
}

/** One thing that is done to many texts of a set at once. */
export const BatchDialog = ({ batch, filter, offered, onClose }: Props) => {
  const t = useTranslate();
  const clients = useQuery(clientsQuery).data ?? [];
  const isDefault = filter.client === defaultSet;
  const name = isDefault ? t('panel.texts.default') : (clients.find(({ id }) => id === filter.client)?.name ?? '');
  const sub = t('panel.texts.batch.of', { name });
  const locales = offered.filter(({ active }) => active).map(({ iso }) => iso);
  const common = { sub, onClose };
  const dialogs = {
    import: () => <ImportDialog {...common} client={filter.client} locales={locales} />,
    everything: () => <ImportDialog {...common} client={filter.client} locales={locales} isEverything />,
    export: () => <ExportDialog {...common} filter={filter} locales={locales} />,
    replace: () => <ReplaceDialog {...common} filter={filter} />,
    review: () => <ReviewDialog {...common} filter={filter} />,
  };
  return dialogs[batch]();
};
