import { useEffect } from 'react';
import { useEvent, useListContext, useNotify } from 'ra-core';
import type { HttpError } from '../../providers/httpError';
import { filterLabel, useResourceMeta } from '../../meta';
import { LinkButton } from '../../ui/LinkButton';
import { useFailureText } from '../form/useFailureText';
import { useWords } from '../useWords';
import { isFilterValue } from './filters/isFilterValue';

const unknown = 'error.unknownField';

/** Names the filters that the service refuses, each with the way out. One that there is not, or whose value is none, is left out; the others stay. */
export const WrongFilters = ({ error }: { error: HttpError }) => {
  const { t } = useWords();
  const meta = useResourceMeta();
  const notify = useNotify();
  const say = useFailureText();
  const { filterValues, setFilters } = useListContext();
  const wrong = Object.keys(error.fieldErrors).filter(name => filterValues[name] !== undefined);
  const isStrange = (name: string) => error.sayingOf(name)?.key === unknown || !isFilterValue(filterValues[name]);
  const strange = wrong.filter(isStrange).join(', ');
  const without = (names: string) =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => !names.split(', ').includes(name)));
  const leaveOut = useEvent(() => {
    notify('panel.filter.unknown', { type: 'warning', messageArgs: { names: strange } });
    setFilters(without(strange), undefined, false);
  });
  useEffect(() => {
    if (strange) leaveOut();
  }, [strange, leaveOut]);
  return wrong.map(name => {
    const { key, params } = error.sayingOf(name) ?? { key: error.message, params: {} };
    return (
      <span key={name}>
        <b>{t(filterLabel(meta, name))}:</b> {say(key, params)}{' '}
        <LinkButton onClick={() => setFilters(without(name), undefined, false)}>
          {t('panel.filter.without')}
        </LinkButton>{' '}
      </span>
    );
  });
};
