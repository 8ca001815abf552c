import { useTranslate } from 'ra-core';
import { useCan } from '../../meta';
import type { Language } from '../../providers/content';
import { Button } from '../../ui/Button';
import { BatchMenu } from './batch/BatchMenu';
import type { TextFilter } from './batch/planning';
import { defaultSet } from './calls';
import type { HistoryScope } from './historyCalls';

interface Props {
  /** The number of texts, once it is known. */
  count: number | undefined;
  mayWrite: boolean;
  /** What the grid shows. */
  filter: TextFilter;
  offered: readonly Language[];
  onOpen: (dialog: 'new' | 'languages' | 'trash' | HistoryScope) => void;
}

/** The title of the screen with the number of its texts, and what one can do with all of them. */
export const Head = ({ count, mayWrite, filter, offered, onOpen }: Props) => {
  const t = useTranslate();
  const mayLanguages = useCan('client.language.write');
  return (
    <header className="row">
      <h1 className="grow">
        {t('menu.translations')}
        {count !== undefined && <span className="n">{t('panel.texts.keys', { smart_count: count })}</span>}
      </h1>
      {filter.client !== defaultSet && mayLanguages && (
        <Button onClick={() => onOpen('languages')}>{t('panel.texts.clientLanguages')}</Button>
      )}
      <Button icon="clock" onClick={() => onOpen({ client: filter.client })}>
        {t('panel.texts.history')}
      </Button>
      <Button icon="trash" onClick={() => onOpen('trash')}>
        {t('panel.texts.trash')}
      </Button>
      <BatchMenu filter={filter} offered={offered} />
      {mayWrite && (
        <Button look="primary" icon="plus" onClick={() => onOpen('new')}>
          {t('panel.texts.newKey')}
        </Button>
      )}
    </header>
  );
};
