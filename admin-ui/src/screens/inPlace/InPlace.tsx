import { useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { editTexts, markTexts } from '../../providers/textMarks';
import { Button } from '../../ui/Button';
import { HistoryDialog } from '../translations/HistoryDialog';
import type { HistoryScope } from '../translations/historyCalls';
import { useDesk } from '../translations/useDesk';
import { mark, type Spot } from './marks';
import { TextPopup } from './TextPopup';
import { usePointing } from './usePointing';
import '../translations/translations.css';
import './inPlace.css';

/** Lets somebody edit the texts of the panel where they stand, whichever screen or dialog that is. */
export const InPlace = () => {
  const t = useTranslate();
  const { desk, works } = useDesk();
  const [spot, setSpot] = useState<Spot>();
  const [history, setHistory] = useState<HistoryScope>();
  const { pointed, openAll } = usePointing(!spot && !history, setSpot);
  const close = useCallback(() => setSpot(undefined), []);
  useEffect(() => {
    markTexts(mark);
    return () => markTexts(undefined);
  }, []);
  return (
    <>
      <section className="ip-bar" aria-label={t('panel.texts.inPlace')}>
        <span className="grow">{t('panel.texts.inPlace.hint')}</span>
        <Button small onClick={openAll}>
          {t('panel.texts.inPlace.page')}
        </Button>
        <Button small look="primary" onClick={() => editTexts(false)}>
          {t('panel.texts.inPlace.done')}
        </Button>
      </section>
      {pointed && !spot && <Marker spot={pointed} />}
      {spot && (
        <TextPopup
          spot={spot}
          desk={desk}
          works={works}
          onHistory={next => {
            close();
            setHistory(next);
          }}
          onClose={close}
        />
      )}
      {history && <HistoryDialog told={history} mayWrite onClose={() => setHistory(undefined)} />}
    </>
  );
};

/** A frame around what a click would edit, with the key it came from. */
const Marker = ({ spot: { element, keys } }: { spot: Spot }) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    <div className="ip-mark" aria-hidden="true" style={{ left, top, width, height }}>
      <span className="mono">{keys.join(', ')}</span>
    </div>
  );
};
