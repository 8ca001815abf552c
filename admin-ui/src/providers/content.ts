import { createDirectus, rest } from '@directus/sdk';
import { signedFetch } from './http';

/** One text of either collection; `client` only stands in the texts of clients. */
export interface Text {
  id: number;
  client?: number;
  locale: string;
  messageKey: string;
  messageValue: string;
  state: string;
  dateUpdated: string;
  updatedBy?: string | null;
  description?: string | null;
  maxLength?: number | null;
}

/** A language that texts may be written in. */
export interface Language {
  iso: string;
  name: string;
  active: boolean;
  sort: number;
}

/** The collections of the content service, as far as it shows them to people. */
export interface Schema {
  d_language: Language[];
  d_client: { id: number; name: string; languages: { iso: string }[] }[];
  d_translation_keys: Text[];
  d_translation_client_keys: Text[];
}

/** The content service behind our own gateway, which asks for our own token and knows our rules. */
export const content = createDirectus<Schema>(location.origin, { globals: { fetch: signedFetch } }).with(rest());
