import { useTranslate } from 'ra-core';
import { Icon, type IconName } from '../../ui/Icon';
import type { CellState } from './check';
import type { Work } from './desk';
import { openFindings, type Shown } from './sheet';
import { Tokens } from './Tokens';

interface Props {
  shown: Shown;
  work: Work | undefined;
  /** Where panels were asked for it in vain. */
  sighting?: { count: number; routes: string[] } | undefined;
}

const icons: Partial<Record<CellState, IconName>> = { STALE: 'clock', DRAFT: 'dashed', BROKEN: 'alert' };

const workIcons: Record<Work['status'], IconName> = { saving: 'refresh', saved: 'check', failed: 'alert' };

/** What a cell shows while nobody writes in it: how its text fares, what is the matter with it, and the text. */
export const CellView = ({ shown, work, sighting }: Props) => {
  const t = useTranslate();
  const { state, text, inherited } = shown;
  const value = work && work.status !== 'saved' ? work.value : (text ?? inherited)?.messageValue;
  const found = work ? [] : openFindings(shown).filter(finding => finding !== 'FORMS' || state !== 'BROKEN');
  const flags = [
    ...(icons[state] ? [t(`panel.texts.state.${state}`)] : []),
    ...found.map(finding => t(`panel.texts.finding.${finding}`)),
  ];
  if (value === undefined || value === '') {
    return (
      <span className="tx-missing">
        <Icon name="dashed" small />
        {sighting
          ? t('panel.texts.sightings', { smart_count: sighting.count, routes: sighting.routes.join(', ') })
          : t('panel.texts.state.MISSING')}
      </span>
    );
  }
  return (
    <>
      {work && (
        <span className={`tx-flag ${work.status}`}>
          <Icon name={workIcons[work.status]} small />
          {t(`panel.texts.${work.status}`)}
        </span>
      )}
      {!work && flags.length > 0 && (
        <span className="tx-flag">
          <Icon name={icons[state] ?? 'info'} small />
          <span className="tx-flags">{flags.join(', ')}</span>
        </span>
      )}
      <span className={`tx-text ${inherited && !work ? 'inherited' : ''}`} dir="auto">
        <Tokens text={value} />
      </span>
    </>
  );
};
