import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Menu } from '../../ui/Menu';
import { Modal } from '../../ui/Modal';
import { Tabs } from '../../ui/Tabs';
import { Tooltip } from '../../ui/Tooltip';

/** What floats. It opens in the theme of the page. */
export const GuideDialogs = () => {
  const t = useTranslate();
  const notify = useNotify();
  const panel = useId();
  const [open, setOpen] = useState<'modal' | 'confirm'>();
  const [tab, setTab] = useState('one');
  const close = () => setOpen(undefined);
  const tabs = [
    { name: 'one', label: t('panel.form.details') },
    { name: 'two', label: t('panel.history.title'), count: 14 },
  ];
  return (
    <>
      <div className="guide-r">
        <Button onClick={() => setOpen('modal')}>{t('panel.guide.modal')}</Button>
        <Button look="danger" onClick={() => setOpen('confirm')}>
          {t('panel.guide.delete')}
        </Button>
        <Button onClick={() => notify('panel.guide.noteInfo', { type: 'info' })}>{t('panel.guide.messages')}</Button>
        <Menu
          label={t('panel.guide.menu')}
          lines={[
            { label: t('panel.transition.title'), icon: 'swap', hotkey: 'S', onSelect: close },
            {
              label: t('panel.guide.delete'),
              icon: 'trash',
              isDanger: true,
              refusal: t('panel.guide.menuRefusal'),
              onSelect: close,
            },
          ]}
        />
        <Tooltip text={t('panel.guide.tooltip')}>
          <Button look="ghost">{t('panel.guide.tooltip')}</Button>
        </Tooltip>
      </div>
      <Tabs label={t('panel.guide.tabs')} panel={panel} tabs={tabs} current={tab} onSelect={setTab} />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${tab}`} />
      {open === 'modal' && (
        <Modal
          title={t('panel.guide.modal')}
          onClose={close}
          unsaved={3}
          actions={
            <Button look="primary" onClick={close}>
              {t('panel.guide.save')}
            </Button>
          }
        >
          {t('panel.guide.modalText')}
        </Modal>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title={t('panel.guide.delete')}
          confirm={t('panel.guide.delete')}
          look="danger"
          onConfirm={close}
          onCancel={close}
        >
          {t('panel.guide.modalText')}
        </ConfirmDialog>
      )}
    </>
  );
};
