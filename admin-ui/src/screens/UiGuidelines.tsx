import { useTranslate } from 'ra-core';
import { Guide } from './guidelines/Guide';
import './guidelines/guidelines.css';

const themes = ['light', 'dark'] as const;

/** Every shared piece, in both themes side by side. */
export const UiGuidelines = () => {
  const t = useTranslate();
  return (
    <div className="guide">
      <h1 tabIndex={-1}>{t('panel.guidelines.title')}</h1>
      <div className="guide-s">
        {themes.map(theme => (
          <section key={theme} data-theme={theme} aria-label={t(`panel.guide.${theme}`)}>
            <h2>{t(`panel.guide.${theme}`)}</h2>
            <Guide />
          </section>
        ))}
      </div>
    </div>
  );
};
