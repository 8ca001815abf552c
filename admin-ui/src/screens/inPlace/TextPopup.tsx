import { useMemo, useState } from 'react';
import { useTranslate } from 'ra-core';
import { IconButton } from '../../ui/IconButton';
import { Popup } from '../../ui/Popup';
import type { Desk, Work } from '../translations/desk';
import type { HistoryScope } from '../translations/historyCalls';
import type { Spot } from './marks';
import { TextEditor } from './TextEditor';
import { TextList } from './TextList';

interface Props {
  spot: Spot;
  desk: Desk;
  works: ReadonlyMap<string, Work>;
  onHistory: (told: HistoryScope) => void;
  onClose: () => void;
}

/** What is done with a text beside the place it stands in. */
export const TextPopup = ({ spot, desk, works, onHistory, onClose }: Props) => {
  const t = useTranslate();
  const [only] = spot.keys.length === 1 ? spot.keys : [];
  const [messageKey, setKey] = useState(only);
  const anchor = useMemo(() => ({ current: spot.element as HTMLElement }), [spot]); // what is drawn is HTML or a part of an icon
  return (
    <Popup
      className="ip"
      label={messageKey ? t('panel.texts.inPlace.edit', { key: messageKey }) : t('panel.texts.inPlace.page')}
      anchor={anchor}
      side="left"
      onClose={onClose}
    >
      {messageKey && (
        <div className="row">
          {!only && (
            <IconButton small icon="left" label={t('panel.texts.inPlace.page')} onClick={() => setKey(undefined)} />
          )}
          <span className="mono s12 grow">{messageKey}</span>
        </div>
      )}
      {messageKey ? (
        <TextEditor
          messageKey={messageKey}
          desk={desk}
          works={works}
          onHistory={(client, locale) => onHistory({ client, messageKey, locale })}
          onClose={onClose}
        />
      ) : (
        <TextList keys={spot.keys} onPick={setKey} />
      )}
    </Popup>
  );
};
