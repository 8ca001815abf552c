import { useId } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { RateFormulaNode } from '../../generated/answers';
import { Link } from '../../router/Link';
import { Chip } from '../../ui/Chip';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { keys, readTree } from './calls';
import { WarnedLink } from './WarnedLink';

/** Who has formulas of their own, from the system down to projects, and which applications have warnings by them. */
export const FormulaTree = () => {
  const t = useTranslate();
  const title = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ['formulas', 'tree'],
    queryFn: ({ signal }) => readTree(signal),
  });
  return (
    <section className="fml-tree" aria-labelledby={title}>
      <h2 id={title}>{t('panel.formulas.tree.title')}</h2>
      <p className="t2 s13">{t('panel.formulas.tree.hint')}</p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data && (
        <ul>
          <Node node={{ ...data.system, name: t('panel.formulas.system') }}>
            {data.clients.length > 0 && (
              <ul>
                {data.clients.map(client => (
                  <Node key={client.id} node={client}>
                    <Below nodes={client.below} />
                  </Node>
                ))}
              </ul>
            )}
          </Node>
        </ul>
      )}
      {data?.isCut && <p className="t2 s13">{t('panel.formulas.tree.cut')}</p>}
    </section>
  );
};

const Below = ({ nodes }: { nodes: readonly RateFormulaNode[] }) =>
  nodes.length > 0 && (
    <ul>
      {nodes.map(node => (
        <Node key={`${node.scope} ${node.id}`} node={node} />
      ))}
    </ul>
  );

const addresses = {
  system: () => '/platform/formulas',
  client: (id: number) => `/platform/formulas?client=${id}`,
  legalentity: undefined,
  project: (id: number) => `/projects/list/${id}`,
} as const;

const Node = ({ node, children }: { node: RateFormulaNode; children?: React.ReactNode }) => {
  const t = useTranslate();
  const { scope, id, name, warned } = node;
  const address = addresses[scope]?.(id);
  return (
    <li>
      <div className="fml-node">
        {scope !== 'system' && <span className="t3 s12">{t(`enum.rateScope.${scope}`)}</span>}
        {address ? <Link to={address}>{name}</Link> : <span>{name}</span>}
        {keys.map(
          key =>
            node[key] && (
              <span key={key} className="fml-own">
                <span className="t2 s12">{t(`panel.formulas.${key}`)}</span> <code>{node[key]}</code>
              </span>
            ),
        )}
        {warned > 0 && (
          <Chip tone="warn" icon="alert">
            <WarnedLink target={node} count={warned} />
          </Chip>
        )}
      </div>
      {children}
    </li>
  );
};
