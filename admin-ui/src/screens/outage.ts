import { readiness } from '../providers/readiness';

/** What is wrong with a service that answers but cannot serve, in words of its own: its texts may be gone with its database. */
export interface Outage {
  title: string;
  text: string;
}

const lost = 'Whoever runs the service finds what to do in its log and in the documentation, chapter “Operating”.';

const outages: Record<string, Outage> = {
  DATABASE_GONE: {
    title: 'The database of the service is gone',
    text: `Its file was removed, replaced or cut off while the service runs, and nothing can be saved. ${lost}`,
  },
  DATABASE_DAMAGED: {
    title: 'The database of the service is damaged',
    text: `Nothing can be saved. ${lost}`,
  },
  down: {
    title: 'The service cannot reach its database',
    text: 'It answers, and goes on by itself when the database is back. Then load the page again.',
  },
};

/** Asks the service how it stands; undefined where it does not answer, or nothing is down. */
export const findOutage = async (signal: AbortSignal): Promise<Outage | undefined> => {
  const parts = await readiness(signal).catch(() => []);
  const worst = parts.find(part => part.code) ?? parts.find(part => part.state === 'down');
  return worst && outages[worst.code || 'down'];
};
