import { useStore } from 'ra-core';
import { Checkbox } from '../../../ui/Checkbox';
import { KeyCaps } from '../../../ui/KeyHint';
import { Modal } from '../../../ui/Modal';
import { statusAction, useResourceMeta } from '../../../meta';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { keysOff } from '../useListKeys';
import './keyHelp.css';

/** Every key of the list, and the switch for those who do not want them. */
export const KeyHelp = () => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const { close } = useListUi();
  const [off, setOff] = useStore(keysOff, false);
  const lines: [string[], string][] = [
    [['J'], 'down'],
    [['K'], 'up'],
    [['Enter'], 'open'],
    [['X'], 'select'],
    ...(statusAction(meta) ? [[['S'], 'status'] satisfies [string[], string]] : []),
    ...(meta.create ? [[['N'], 'new'] satisfies [string[], string]] : []),
    ...(meta.can.includes('update')
      ? ([
          [['E'], 'edit'],
          [['Enter'], 'saveCell'],
          [['Tab'], 'nextCell'],
          [['Esc'], 'leaveCell'],
        ] satisfies [string[], string][])
      : []),
    [['←', '↑', '→', '↓'], 'cells'],
    [['Shift', '→'], 'mark'],
    [['Ctrl', 'C'], 'copy'],
    ...(meta.can.includes('export') ? [[['Shift', 'E'], 'export'] satisfies [string[], string]] : []),
    [['/'], 'filter'],
    [['Ctrl', 'K'], 'palette'],
    [['?'], 'all'],
  ];
  return (
    <Modal size="narrow" title={t('panel.keys.title')} cancelLabel={t('panel.modal.close')} onClose={close}>
      <dl className="key-help">
        {lines.map(([keys, word]) => (
          <div key={word}>
            <dt>
              <KeyCaps keys={keys} />
            </dt>
            <dd>{t(`panel.keys.long.${word}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        isSwitch
        label={t('panel.keys.on')}
        hint={t('panel.keys.onHint')}
        isOn={!off}
        onChange={on => setOff(!on)}
      />
    </Modal>
  );
};
