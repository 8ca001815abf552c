import { useLocale, useTranslate } from 'ra-core';
import { Suspense, type ComponentType } from 'react';
import { StatusChip } from '../../ui/StatusChip';
import { shownEmail } from '../../format/email';
import { formatDate, formatNumber, nameOf } from '../../format/format';
import { enumText, useMeta, useResourceMeta } from '../../meta';
import type { Kind } from '../../meta';
import { lazyUnthemedPart } from '../../ui/lazyPart';
import type { CellProps } from '../overrideProps';
import { Age } from './Age';
import { BoolCell } from './BoolCell';
import { MoneyCell } from './MoneyCell';
import { RefCell } from './RefCell';
import './cells.css';

export { LevelCell } from './LevelCell';
export { PeriodCell } from './PeriodCell';
export { TitleCell } from './TitleCell';

const textOf = ({ record, field }: CellProps) => {
  const value = record[field.name];
  return value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);
};

const Text = (props: CellProps) => <>{textOf(props)}</>;

const Email = (props: CellProps) => <>{shownEmail(textOf(props))}</>;

/** Names of machines: ids, handles, foreign keys. */
export const CodeCell = (props: CellProps) => <span className="mono t2">{textOf(props)}</span>;

/** Marked-up text without its marks. */
const Html = (props: CellProps) => <>{textOf(props).replace(/<[^>]*>/g, ' ')}</>;

const Message = (props: CellProps) => {
  const t = useTranslate();
  return <>{t(textOf(props))}</>;
};

const NumberCell = ({ record, field }: CellProps) => {
  const locale = useLocale();
  const value = record[field.name];
  return <>{typeof value === 'number' ? formatNumber(locale, value) : null}</>;
};

const Percent = (props: CellProps) =>
  textOf(props) ? (
    <>
      <NumberCell {...props} /> %
    </>
  ) : null;

const DateCell = ({ record, field }: CellProps) => {
  const locale = useLocale();
  const value = record[field.name];
  return <>{value ? formatDate(locale, String(value)) : null}</>;
};

const AgeCell = ({ record, field }: CellProps) => {
  const value = record[field.name];
  return value ? (
    <span className="t2">
      <Age at={String(value)} />
    </span>
  ) : null;
};

/** One value of an enumeration, or several; the one that is the record's status gets its chip. */
const EnumCell = ({ record, field }: CellProps) => {
  const meta = useMeta();
  const isStatus = useResourceMeta().status === field.name;
  const t = useTranslate();
  const name = field.enum ?? '';
  const value = record[field.name];
  if (value === null || value === undefined) return null;
  if (isStatus) return <StatusChip status={String(value)} label={t(enumText(meta, name, String(value)))} />;
  return (
    <>
      {[value]
        .flat()
        .map(each => t(enumText(meta, name, String(each))))
        .join(', ')}
    </>
  );
};

const Country = (props: CellProps) => {
  const locale = useLocale();
  const code = textOf(props);
  return <>{code ? nameOf(locale, 'region', code) : null}</>;
};

/** Figures by name are shown as their sum; anything else of that shape has no short form. */
const Counts = ({ record, field }: CellProps) => {
  const locale = useLocale();
  const figures = Object.values(record[field.name] ?? {});
  const isCount = figures.length > 0 && figures.every(figure => typeof figure === 'number');
  return (
    <>
      {isCount
        ? formatNumber(
            locale,
            figures.reduce((sum, figure) => sum + figure, 0),
          )
        : null}
    </>
  );
};

const LazyImage = lazyUnthemedPart(() => import('./ImageCell').then(m => m.ImageCell));

const Image = (props: CellProps) => (
  <Suspense fallback={null}>
    <LazyImage {...props} />
  </Suspense>
);

/** How each kind is shown in a list. A new kind is one entry here, one among the inputs, and one in the service. */
export const kindCells: Record<Kind, ComponentType<CellProps>> = {
  id: CodeCell,
  text: Text,
  longtext: Text,
  html: Html,
  int: NumberCell,
  decimal: NumberCell,
  money: MoneyCell,
  percent: Percent,
  bool: BoolCell,
  date: DateCell,
  instant: AgeCell,
  enum: EnumCell,
  ref: RefCell,
  object: Counts,
  json: Counts,
  messageKey: Message,
  email: Email,
  phone: Text,
  url: Text,
  country: Country,
  currency: Text,
  locale: Text,
  code: CodeCell,
  file: Text,
  image: Image,
  staff: CodeCell,
};
