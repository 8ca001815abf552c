import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';

/** Buttons in every look. */
export const GuideButtons = () => {
  const t = useTranslate();
  return (
    <>
      <div className="guide-r">
        <Button look="primary">{t('panel.guide.save')}</Button>
        <Button look="primary" refusal={t('panel.guide.disabledWhy')}>
          {t('panel.guide.disabled')}
        </Button>
        <Button look="danger">{t('panel.guide.delete')}</Button>
      </div>
      <div className="guide-r">
        <Button>{t('panel.guide.secondary')}</Button>
        <Button look="ghost">{t('panel.guide.ghost')}</Button>
        <Button look="quiet" small icon="columns">
          {t('panel.guide.secondary')}
        </Button>
        <Button refusal={t('panel.guide.disabledWhy')}>{t('panel.guide.disabled')}</Button>
        <IconButton icon="dots" label={t('panel.guide.menu')} />
      </div>
    </>
  );
};
