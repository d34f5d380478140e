/** What a fault acts on. Two faults at once have different places. */
type Place =
  | 'public-api/main'
  | 'public-api/worker'
  | 'platform-api/main'
  | 'platform-api/worker'
  | 'identity-provider/main'
  | 'management'
  | 'database'
  | 'database-connection'
  | 'rows'
  | 'mail'
  | 'browser'
  | 'load';

export interface CataloguedFault {
  /** The number in the list of faults, with a name where one number has several. */
  readonly name: string;
  readonly place: Place;
  readonly title: string;
  /** As long as it lasts; the end of a kill is a restart. */
  readonly seconds: readonly [least: number, most: number];
  /** What the machine must have. */
  readonly needs?: Requirement;
}

export type Requirement = 'a disk' | 'clock' | 'tracer';

const short = [2, 5] as const;
const long = [5, 10] as const;

/** The faults that this harness injects, in the order of docs/reliability.md. */
export const catalogue = [
  { name: 'F1-public', place: 'public-api/main', title: 'a public service is killed', seconds: short },
  { name: 'F1-platform', place: 'platform-api/main', title: 'a platform service is killed', seconds: short },
  {
    name: 'F1-pause',
    place: 'platform-api/main',
    title: 'a platform service stands still (SIGSTOP)',
    seconds: long,
  },
  {
    name: 'F2',
    place: 'database-connection',
    title: 'PostgreSQL ends every session, again and again',
    seconds: short,
  },
  { name: 'F3', place: 'database', title: 'PostgreSQL crashes and starts again', seconds: short },
  {
    name: 'F5-cut',
    place: 'database-connection',
    title: 'connections to PostgreSQL are reset and refused',
    seconds: long,
  },
  {
    name: 'F5-hole',
    place: 'database-connection',
    title: 'connections to PostgreSQL stay silent',
    seconds: long,
  },
  { name: 'F5-slow', place: 'database-connection', title: 'PostgreSQL answers 200 ms later', seconds: long },
  { name: 'F6', place: 'rows', title: 'the table of results is locked', seconds: long },
  { name: 'F7-kill', place: 'browser', title: 'the processes of the browser are killed', seconds: short },
  { name: 'F7-pause', place: 'browser', title: 'the browser stands still (SIGSTOP)', seconds: long },
  { name: 'F8', place: 'browser', title: 'the browser is missing', seconds: long },
  { name: 'F10', place: 'load', title: 'forty certificates are asked for at once', seconds: short },
  { name: 'F11-refuse', place: 'mail', title: 'the mail server refuses connections', seconds: long },
  {
    name: 'F11-hang',
    place: 'mail',
    title: 'the mail server accepts connections and stays silent',
    seconds: long,
  },
  { name: 'F11-defer', place: 'mail', title: 'the mail server answers 450', seconds: long },
  {
    name: 'F11-reject',
    place: 'mail',
    title: 'the mail server answers 550 for half of the recipients',
    seconds: long,
  },
  {
    name: 'F11-drop',
    place: 'mail',
    title: 'the mail server takes the message and ends the connection',
    seconds: short,
  },
  {
    name: 'F12-kill',
    place: 'public-api/worker',
    title: 'a worker that mails certificates is killed',
    seconds: short,
  },
  {
    name: 'F12-pause',
    place: 'public-api/worker',
    title: 'that worker stands still for longer than a lease',
    seconds: [22, 26],
  },
  { name: 'F13', place: 'platform-api/worker', title: 'a worker of the platform is killed', seconds: short },
  {
    name: 'F14',
    place: 'rows',
    title: 'a session stays idle in a transaction and holds locks',
    seconds: [15, 30],
  },
  { name: 'F15', place: 'public-api/main', title: 'a public service is stopped (SIGTERM)', seconds: short },
  {
    name: 'F16',
    place: 'platform-api/main',
    title: 'both platform services are replaced one by one',
    seconds: short,
  },
  { name: 'F17', place: 'load', title: '300 connections send their request slowly', seconds: long },
  {
    name: 'F24-kill',
    place: 'identity-provider/main',
    title: 'the identity provider is killed',
    seconds: short,
  },
  {
    name: 'F24-pause',
    place: 'identity-provider/main',
    title: 'the identity provider stands still (SIGSTOP)',
    seconds: long,
  },
  {
    name: 'F24-twice',
    place: 'management',
    title: 'each call to the identity provider arrives twice',
    seconds: long,
  },
  {
    name: 'F27',
    place: 'database',
    title: 'the disk of PostgreSQL is full',
    seconds: long,
    needs: 'a disk',
  },
  {
    name: 'F27-slow',
    place: 'database',
    title: 'each flush of PostgreSQL to its disk takes 300 ms longer',
    seconds: long,
    needs: 'tracer',
  },
  {
    name: 'F28-website',
    place: 'public-api/main',
    title: 'the clock of a public service jumps by ten minutes',
    seconds: long,
    needs: 'clock',
  },
  {
    name: 'F28-platform',
    place: 'platform-api/main',
    title: 'the clock of a platform service jumps by ten minutes',
    seconds: long,
    needs: 'clock',
  },
  {
    name: 'F28-worker',
    place: 'public-api/worker',
    title: 'the clock of a worker that mails certificates jumps by ten minutes',
    seconds: [15, 25],
    needs: 'clock',
  },
  {
    name: 'F29',
    place: 'public-api/worker',
    title: 'a worker that mails certificates has too little memory',
    seconds: [12, 18],
  },
] as const satisfies readonly CataloguedFault[];

export type FaultName = (typeof catalogue)[number]['name'];

/** The faults of `F5,F11-drop`: a number selects all of its faults. @throws for an unknown one. */
export function selectFaults(text: string): readonly FaultName[] {
  return text.split(',').flatMap((wanted) => {
    const found = catalogue.filter(({ name }) => name === wanted || name.startsWith(`${wanted}-`));
    if (found.length === 0)
      throw new Error(
        `There is no fault ${wanted}. There are: ${catalogue.map(({ name }) => name).join(', ')}`,
      );
    return found.map(({ name }) => name);
  });
}
