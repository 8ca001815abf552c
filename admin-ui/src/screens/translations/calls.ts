import { createItem, readItem, readItems, updateItem, withOptions } from '@directus/sdk';
import { content, type Language, type Schema, type Text } from '../../providers/content';
import { HttpError } from '../../providers/httpError';

/** The set of the product itself, which every client's texts fall back to. */
export const defaultSet = 0;

/** The language texts are written in first. */
export const sourceLocale = 'en';

const every = -1;

// Both collections look alike to the SDK, but for the client; one name keeps its types apart from a union it cannot take.
const tableOf = (client: number) =>
  (client === defaultSet ? 'd_translation_keys' : 'd_translation_client_keys') as 'd_translation_keys';

const ownFields = ['id', 'locale', 'messageKey', 'messageValue', 'state', 'dateUpdated', 'updatedBy'] as const;

const fieldsOf = (client: number) =>
  client === defaultSet ? ([...ownFields, 'description', 'maxLength'] as const) : ([...ownFields, 'client'] as const);

// What narrows a question to one set of texts; the texts of the product name no client.
const within = (client: number, filter: object) =>
  ({
    fields: fieldsOf(client),
    filter: client === defaultSet ? filter : { ...filter, client: { _eq: client } },
  }) as never;

/** The languages texts may be written in, in their order. */
export const readLanguages = async (): Promise<Language[]> =>
  (await content.request(readItems('d_language', { sort: ['sort', 'iso'], limit: every }))) as Language[];

const find = async (client: number, filter: object, limit = every) => {
  const query: object = { ...(within(client, filter) as object), limit };
  return (await content.request(readItems(tableOf(client), query as never))) as unknown as Text[];
};

/** Every text of one language of a set. */
export const readTexts = (client: number, locale: string) => find(client, { locale: { _eq: locale } });

/** The texts of one key in every language of a set. */
export const readKey = (client: number, messageKey: string) => find(client, { messageKey: { _eq: messageKey } });

/** The texts of a set that were written since an instant. */
export const readChanges = (client: number, since: string) => find(client, { dateUpdated: { _gt: since } }, 1000);

/** A cell of the grid. */
export interface Cell {
  client: number;
  locale: string;
  messageKey: string;
}

/** One text on its way to the service: what to write over which text, if any. */
export interface Change extends Cell {
  value: string;
  base: Text | undefined;
  /** Saves it although its placeholders are not those of the source. */
  isForced?: boolean | undefined;
  /** Writes nothing but that the text is right as it is. */
  isConfirmed?: boolean | undefined;
}

const write = ({ client, locale, messageKey, value, base, isForced, isConfirmed }: Change) => {
  // `force` is our own, which the SDK hands on like its own words.
  const query = { fields: fieldsOf(client), ...(isForced && { force: 1 }) } as unknown as { fields: ['*'] };
  if (!base) {
    const item = { ...(client !== defaultSet && { client }), locale, messageKey, messageValue: value };
    return createItem<Schema, 'd_translation_keys', { fields: ['*'] }>(tableOf(client), item as never, query);
  }
  const change = updateItem<Schema, 'd_translation_keys', { fields: ['*'] }>(
    tableOf(client),
    base.id,
    (isConfirmed ? { state: 'TRANSLATED' } : { messageValue: value }) as never,
    query,
  );
  return guarded(change, base.dateUpdated);
};

/** A change that holds only for the version it names. */
const guarded = (change: object, version: string) =>
  withOptions(change as never, options => ({
    ...options,
    headers: { ...(options.headers as Record<string, string>), 'if-match': `"${version}"` },
  }));

/** The languages of a client, in their order. */
export const readClientLanguages = async (client: number) => {
  const query = { fields: ['id', { languages: ['iso'] }], deep: { languages: { _sort: ['sort'], _limit: every } } };
  const found = await content.request(readItem('d_client', client, query as never));
  return (found as unknown as { languages: { iso: string }[] }).languages.map(({ iso }) => iso);
};

/** Gives a client other languages, or another order of them, unless somebody else has meanwhile. */
export const saveClientLanguages = (client: number, stored: readonly string[], next: readonly string[]) => {
  const change = updateItem<Schema, 'd_client', { fields: ['id'] }>('d_client', client, { languages: next } as never);
  return content.request(guarded(change, stored.join(',')) as never);
};

/** Writes one text. Somebody else's text that stands there meanwhile is a conflict, unless it says the same. */
export const saveText = async (change: Change): Promise<Text> => {
  try {
    return (await content.request(write(change) as never)) as Text;
  } catch (error) {
    const current = await meanwhile(change, error);
    if (current?.messageValue === change.value) return current;
    throw current || isGone(error) ? new Conflict(current, error) : error;
  }
};

const isGone = (error: unknown) => error instanceof HttpError && error.code === 'NOT_FOUND';

/** The text that stood in the way of a change. */
const meanwhile = async (change: Change, error: unknown): Promise<Text | undefined> => {
  if (!(error instanceof HttpError)) return undefined;
  if (error.code === 'STALE_VERSION') return error.details['current'] as Text; // the row as the gateway has it
  if (error.code !== 'DUPLICATE') return undefined;
  const texts = await readKey(change.client, change.messageKey);
  return texts.find(text => text.locale === change.locale);
};

/** Somebody else was faster: `current` is what they left, nothing when they removed it. */
export class Conflict extends Error {
  constructor(
    readonly current: Text | undefined,
    cause: unknown,
  ) {
    super('error.staleVersion', { cause });
    this.name = 'Conflict';
  }
}
