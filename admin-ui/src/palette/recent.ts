/** A record one has opened from the palette. */
export interface Recent {
  resource: string;
  title: string;
  sub: string;
  /** The address of its dialog. */
  route: string;
}

const storeKey = 'panel.recent';
const mostStored = 6;

/** The records opened last, the newest first. */
export const recentRecords = (): Recent[] => {
  try {
    return JSON.parse(localStorage.getItem(storeKey) ?? '[]') as Recent[]; // written below
  } catch {
    return [];
  }
};

/** Puts a record at the head of those opened last. */
export const remember = (record: Recent) => {
  const others = recentRecords().filter(({ route }) => route !== record.route);
  localStorage.setItem(storeKey, JSON.stringify([record, ...others].slice(0, mostStored)));
};
