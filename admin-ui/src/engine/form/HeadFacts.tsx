import { Suspense, useState, type ComponentType } from 'react';
import { LinkBase, useTranslate } from 'ra-core';
import { shownEmail } from '../../format/email';
import { findResource, resourceKey, useMeta, type Kind, type ResourceMeta } from '../../meta';
import { pairOf } from '../cells/pairs';
import { resolveColumns, type Column } from '../list/columns';
import { useHeadText } from '../list/useHeadText';
import { useOverride } from '../override';
import type { CellProps } from '../overrideProps';
import { LinkButton } from '../../ui/LinkButton';
import { useNarrow } from '../useNarrow';

interface Props {
  meta: ResourceMeta;
  record: Record<string, unknown>;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What the declaration puts above the tabs of a record; what is empty, or masked for the person signed in, is left out. */
export const HeadFacts = ({ meta, record }: Props) => {
  const t = useTranslate();
  const textOf = useHeadText();
  const override = useOverride(meta.name);
  const isKnown = ({ name, field }: Column) =>
    !isEmpty(record[name]) || !isEmpty(record[pairOf(meta, field)?.other ?? '']);
  const facts = resolveColumns(meta, override, meta.head ?? []).filter(isKnown);
  const { shown, folded, toggle } = useFolded(facts);
  if (facts.length === 0) return null;
  return (
    <>
      <dl className="facts">
        {shown.map(fact => (
          <div key={fact.name}>
            <dt>{textOf(fact)}</dt>
            <dd>
              <Fact fact={fact} record={record} Own={override.facts?.[fact.name]} />
            </dd>
          </div>
        ))}
      </dl>
      {folded > 0 && (
        <LinkButton className="facts-more" aria-expanded={shown.length === facts.length} onClick={toggle}>
          {shown.length === facts.length
            ? t('panel.form.fewerFacts')
            : t('panel.form.moreFacts', { smart_count: folded })}
        </LinkButton>
      )}
    </>
  );
};

const mostFolded = 4;
const contacts: readonly Kind[] = ['phone', 'email'];

/** On a small screen the first facts, and how to reach somebody, until one asks for all. */
const useFolded = (facts: Column[]) => {
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const few = facts.filter(({ field }, place) => place < mostFolded || contacts.includes(field.kind));
  const folded = narrow ? facts.length - few.length : 0;
  return { shown: folded > 0 && !isOpen ? few : facts, folded, toggle: () => setOpen(!isOpen) };
};

interface FactProps {
  fact: Column;
  record: Record<string, unknown>;
  Own: ComponentType<CellProps> | undefined;
}

const Fact = ({ fact: { field, Cell }, record, Own }: FactProps) => {
  const Shown = Own ?? (field.many && field.kind === 'text' ? Words : linked[field.kind]) ?? Cell;
  return (
    <Suspense fallback={null}>
      <Shown record={record} field={field} />
    </Suspense>
  );
};

const Mail = ({ record, field }: CellProps) => {
  const address = String(record[field.name]);
  return <a href={`mailto:${address}`}>{shownEmail(address)}</a>;
};

const Phone = ({ record, field }: CellProps) => {
  const number = String(record[field.name]);
  return <a href={`tel:${number}`}>{number}</a>;
};

/** The record that is referred to, by the name that the record brings along; without one by its id. */
const Other = ({ record, field }: CellProps) => {
  const target = findResource(useMeta(), field.ref ?? '');
  const id = String(record[field.name]);
  const name = record[field.name.replace(/Id$/, 'Name')];
  const text = typeof name === 'string' && name !== '' ? name : id;
  return target?.route ? <LinkBase to={`/${resourceKey(target)}/${id}`}>{text}</LinkBase> : text;
};

const mostWords = 8;

const Words = ({ record, field }: CellProps) => {
  const words = record[field.name] as string[]; // many texts
  return (
    <>
      {words.slice(0, mostWords).map(word => (
        <span key={word} className="tag">
          {word}
        </span>
      ))}
      {words.length > mostWords && <span className="t2">{`+${words.length - mostWords}`}</span>}
    </>
  );
};

const Page = ({ record, field }: CellProps) => {
  const address = String(record[field.name]);
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  );
};

/** What leads somewhere. */
const linked: Partial<Record<Kind, ComponentType<CellProps>>> = { email: Mail, phone: Phone, ref: Other, url: Page };
