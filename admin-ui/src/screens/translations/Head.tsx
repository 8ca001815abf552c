import { useTranslate } from 'ra-core';
import { useCan } from '../../meta';
import { Button } from '../../ui/Button';

interface Props {
  /** The number of texts, once it is known. */
  count: number | undefined;
  mayWrite: boolean;
  isOfClient: boolean;
  onHistory: () => void;
  onOpen: (dialog: 'new' | 'languages') => void;
}

/** The title of the screen with the number of its texts, and what one can do with all of them. */
export const Head = ({ count, mayWrite, isOfClient, onHistory, onOpen }: Props) => {
  const t = useTranslate();
  const mayLanguages = useCan('client.language.write');
  return (
    <header className="row">
      <h1 className="grow">
        {t('menu.translations')}
        {count !== undefined && <span className="n">{t('panel.texts.keys', { smart_count: count })}</span>}
      </h1>
      {isOfClient && mayLanguages && (
        <Button onClick={() => onOpen('languages')}>{t('panel.texts.clientLanguages')}</Button>
      )}
      <Button icon="clock" onClick={onHistory}>
        {t('panel.texts.history')}
      </Button>
      {mayWrite && (
        <Button look="primary" icon="plus" onClick={() => onOpen('new')}>
          {t('panel.texts.newKey')}
        </Button>
      )}
    </header>
  );
};
