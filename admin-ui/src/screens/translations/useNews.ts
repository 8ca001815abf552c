import { useEffect } from 'react';
import { onMessages } from '../../providers/messageVersion';
import { onTexts } from '../../providers/messages';

/** Calls back when texts have changed anywhere: an answer has named their new version, or the panel has found it by asking. */
export const useNews = (hear: () => unknown, isOn = true) => {
  useEffect(() => {
    if (!isOn) return undefined;
    const stops = [onMessages(hear), onTexts(hear)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [hear, isOn]);
};
