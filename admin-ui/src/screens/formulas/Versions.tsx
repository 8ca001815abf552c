import { useId, useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { whenOf } from '../../format/when';
import { TextDifference } from '../../ui/Difference';
import { LinkButton } from '../../ui/LinkButton';
import { keys, type Pair, type Version } from './calls';

interface Props {
  versions: readonly Version[];
  /** Puts an earlier version into the editors; absent for readers. */
  onUse?: ((pair: Pair) => void) | undefined;
}

const blank: Pair = { payRateFormula: '', billRateFormula: '' };

/** What the formulas were, newest first, each with its difference to the one before. */
export const Versions = ({ versions, onUse }: Props) => {
  const t = useTranslate();
  const title = useId();
  return (
    <section className="fml-versions" aria-labelledby={title}>
      <h2 id={title}>{t('panel.formulas.versions.title')}</h2>
      {versions.length === 0 && <p className="t2 s13">{t('panel.formulas.versions.none')}</p>}
      <ol>
        {versions.map((version, i) => (
          <Line key={version.id} version={version} before={versions[i + 1]} onUse={onUse} />
        ))}
      </ol>
    </section>
  );
};

interface LineProps {
  version: Version;
  before: Version | undefined;
  onUse?: ((pair: Pair) => void) | undefined;
}

const Line = ({ version, before, onUse }: LineProps) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [isOpen, setOpen] = useState(false);
  const day = version.created ? whenOf(locale, version.created) : '';
  const { payRateFormula, billRateFormula } = version;
  return (
    <li>
      <p>
        <b>{t('panel.formulas.versions.version', { version: version.version })}</b>{' '}
        <span className="t2 s13">{t('panel.formulas.by', { name: version.createdBy, day })}</span>
      </p>
      {version.note && <p className="s13">{version.note}</p>}
      <p className="fml-acts">
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('panel.formulas.versions.difference', { version: before?.version ?? 0 })}
        </LinkButton>
        {onUse && (
          <LinkButton onClick={() => onUse({ payRateFormula, billRateFormula })}>
            {t('panel.formulas.versions.use')}
          </LinkButton>
        )}
      </p>
      {isOpen &&
        keys
          .filter(key => version[key] !== (before ?? blank)[key])
          .map(key => (
            <div key={key} className="fml-diff">
              <span className="t2 s12">{t(`panel.formulas.${key}`)}</span>
              <TextDifference before={(before ?? blank)[key]} after={version[key]} />
            </div>
          ))}
    </li>
  );
};
