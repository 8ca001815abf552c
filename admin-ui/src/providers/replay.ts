import { addIntegration } from '@sentry/browser';
import { replayIntegration } from '@sentry/replay';

/** Records what the page looks like and what is clicked, with every text, every input and every picture masked; answers what ends it. */
export const startReplay = () => {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    useCompression: false, // it would run in a worker made of a text, which the content policy refuses
  });
  addIntegration(replay);
  return () => replay.stop();
};
