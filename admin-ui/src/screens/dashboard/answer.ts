/** One line of a card. Its label is a text key, or a name when the service holds no text for it. */
export interface CardItem {
  label: string;
  count: number;
  link?: string;
}

/** One thing to look at, with the list it counts. */
export interface Card {
  key: string;
  count: number;
  link?: string;
  items?: CardItem[];
}

/** Somebody did something to something. */
export interface ActivityEntry {
  at: string;
  actor: { kind?: string; id?: number | string; name?: string };
  action: string;
  entity: string;
  entityId: number | string;
  title?: string;
  link?: string;
}

/** The answer of GET /api/dashboard. */
export interface DashboardAnswer {
  cards: Card[];
  activity: ActivityEntry[];
}
