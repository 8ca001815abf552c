import { useTranslate } from 'ra-core';
import type { SupportLine } from '../../generated/answers';

/** All lines of the log about a request, folded. */
export const LogLines = ({ lines }: { lines: SupportLine[] }) => {
  const t = useTranslate();
  return (
    <details>
      <summary>{t('panel.support.lines', { smart_count: lines.length })}</summary>
      <ul>
        {lines.map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none ever moves
          <li key={n}>
            <span className="t2">
              {line.at.slice(11, 23)} {line.level}
            </span>{' '}
            {line.text}
            <dl>
              {Object.entries(line.facts ?? {}).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="mono s12">{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </details>
  );
};
