import { useTranslate } from 'ra-core';
import { useCan } from '../meta';
import { useSearch } from '../router/useSearch';
import { Tabs } from '../ui/Tabs';
import { ChangesView } from './access/ChangesView';
import { CompareView } from './access/CompareView';
import { ExplainView } from './access/ExplainView';
import { FieldView } from './access/FieldView';
import './access/access.css';
import './settings/settings.css';

const views = { explain: ExplainView, field: FieldView, changes: ChangesView, compare: CompareView } as const;

const isView = (name: string): name is keyof typeof views => Object.hasOwn(views, name);

/** Who may do what and why: of one person, of a field, what has changed of it, and of two people beside each other. */
export const Access = () => {
  const t = useTranslate();
  const [query, change] = useSearch();
  const mayExplainOthers = useCan('adminUser.read');
  const wanted = query.get('view') ?? 'explain';
  const current = mayExplainOthers && isView(wanted) ? wanted : 'explain';
  const View = views[current];
  const tabs = Object.keys(views).map(name => ({ name, label: t(`panel.access.view.${name}`) }));
  return (
    <div className="sets">
      <header>
        <h1>{t('panel.access.title')}</h1>
      </header>
      {mayExplainOthers && (
        <Tabs
          label={t('panel.access.title')}
          panel="access-view"
          tabs={tabs}
          current={current}
          onSelect={view => change({ view: view === 'explain' ? null : view })}
        />
      )}
      <section
        id="access-view"
        className="sets-body"
        role={mayExplainOthers ? 'tabpanel' : undefined}
        tabIndex={0}
        aria-label={t(`panel.access.view.${current}`)}
      >
        <p className="t2 s13">{t(`panel.access.about.${current}`)}</p>
        <View query={query} onChange={change} />
      </section>
    </div>
  );
};
