/** The tabs in their order: the last part of the address, and the type of index behind it. */
const places: readonly [string, string][] = [
  ['freelancers', 'freelancer'],
  ['msps', 'msp'],
  ['pools', 'pool'],
  ['projects', 'project'],
  ['applications', 'application'],
  ['invitations', 'invitation'],
];

/** Where the screens about search indexes are. */
export const base = '/esearch';

/** The type of an address; one that is not listed names itself. */
export const typeOf = (place: string) => places.find(([name]) => name === place)?.[1] ?? place;

/** The address of a type. */
export const placeOf = (type: string) => `${base}/${places.find(([, each]) => each === type)?.[0] ?? type}`;

/** Types in the order of the tabs; what is not listed follows. */
export const inOrder = <T extends { type: string }>(all: readonly T[]) => {
  const rank = ({ type }: T) => {
    const at = places.findIndex(([, each]) => each === type);
    return at < 0 ? places.length : at;
  };
  return [...all].sort((a, b) => rank(a) - rank(b));
};

/** What the list of a type can be narrowed by, shows as the name, and tells of the state. */
interface Look {
  asked: readonly string[];
  title: readonly string[];
  state: string;
  /** The enumeration that its states are of. */
  states: string;
}

const looks: Record<string, Look> = {
  freelancer: {
    asked: ['lastName', 'email', 'mobileNumber'],
    title: ['name'],
    state: 'userStatus',
    states: 'userStatus',
  },
  msp: { asked: ['name', 'email', 'phone'], title: ['name'], state: 'userStatus', states: 'userStatus' },
  pool: { asked: ['vmsName', 'externalId'], title: ['vmsName'], state: 'status', states: 'poolStatus' },
  project: { asked: ['title', 'vmsId'], title: ['title'], state: 'status', states: 'projectStatus' },
  application: {
    asked: ['projectTitle', 'freelancerName'],
    title: ['freelancerName', 'projectTitle'],
    state: 'status',
    states: 'applicationStatus',
  },
  invitation: { asked: ['sentBy'], title: ['sentBy'], state: 'state', states: 'invitationState' },
};

const unknown: Look = { asked: [], title: ['name', 'title'], state: 'status', states: 'status' };

/** How documents of a type are shown; what nobody has drawn yet shows what is usual. */
export const lookOf = (type: string): Look => looks[type] ?? unknown;
