import { Suspense } from 'react';
import { LinkBase } from 'ra-core';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { KeyCap } from '../../ui/KeyCap';
import { resourceLabel, useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useOnline } from '../useOnline';
import { useRecordPath } from '../useRecordPath';
import { useWords } from '../useWords';
import { ViewSwitch } from '../views/parts';
import './list.css';

/** The name of the list, how it is shown, and the way to a new record. */
export const ListHead = () => {
  const meta = useResourceMeta();
  const { t, name } = useWords();
  const online = useOnline();
  const path = useRecordPath();
  const { Tools } = useOverride(meta.name);
  const label = t('panel.list.new', { name });
  return (
    <header className="head">
      <h1 tabIndex={-1}>{t(resourceLabel(meta, 'plural'))}</h1>
      {(meta.board || meta.calendar) && (
        <Suspense fallback={null}>
          <ViewSwitch />
        </Suspense>
      )}
      {Tools && (
        <span className="tools">
          <Suspense fallback={null}>
            <Tools />
          </Suspense>
        </span>
      )}
      {meta.create && !online && (
        <Button look="primary" icon="plus" refusal={t('panel.list.offline')}>
          {label}
        </Button>
      )}
      {meta.create && online && (
        <LinkBase className="btn primary" to={path('create')} aria-keyshortcuts="N">
          <Icon name="plus" />
          {label}{' '}
          <span className="cap" aria-hidden="true">
            <KeyCap>N</KeyCap>
          </span>
        </LinkBase>
      )}
    </header>
  );
};
