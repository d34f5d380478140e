import { type CataloguedFault } from './catalogued-fault';

const short = [2, 5] as const;
const long = [5, 10] as const;
/** After most faults no request fails, so this leaves room for a busy machine alone. */
const quick = { recoverySeconds: 2 } as const;

/** The faults that this harness injects, in the order of docs/reliability.md. */
export const catalogue = [
  { name: 'F1-public', place: 'public-api/main', title: 'a public service is killed', seconds: short },
  { name: 'F1-platform', place: 'platform-api/main', title: 'a platform service is killed', seconds: short },
  {
    name: 'F1-pause',
    place: 'platform-api/main',
    title: 'a platform service is suspended (SIGSTOP)',
    seconds: long,
  },
  {
    name: 'F2',
    place: 'database-connection',
    title: 'PostgreSQL ends every session, again and again',
    seconds: short,
    ...quick,
  },
  { name: 'F3', place: 'database', title: 'PostgreSQL crashes and starts again', seconds: [4, 7] },
  {
    name: 'F5-cut',
    place: 'database-connection',
    title: 'connections to PostgreSQL are reset and refused',
    seconds: long,
    ...quick,
  },
  {
    name: 'F5-hole',
    place: 'database-connection',
    title: 'connections to PostgreSQL stay silent',
    seconds: long,
    ...quick,
  },
  {
    name: 'F5-slow',
    place: 'database-connection',
    title: 'PostgreSQL answers 200 ms later',
    seconds: long,
    ...quick,
  },
  {
    name: 'F5-narrow',
    place: 'database-connection',
    title: 'each connection to PostgreSQL carries 10 kB a second',
    seconds: long,
    ...quick,
  },
  {
    name: 'F5-one',
    place: 'database-connection',
    title: 'one process gets no answer of PostgreSQL',
    seconds: long,
    ...quick,
  },
  { name: 'F6', place: 'rows', title: 'the table of results is locked', seconds: long, ...quick },
  {
    name: 'F7-kill',
    place: 'browser',
    title: 'the processes of the browser are killed',
    seconds: short,
    ...quick,
  },
  {
    name: 'F7-pause',
    place: 'browser',
    title: 'the browser is suspended (SIGSTOP)',
    seconds: long,
    ...quick,
  },
  { name: 'F7-one', place: 'browser', title: 'one process of a browser is killed', seconds: short, ...quick },
  {
    name: 'F7-leak',
    place: 'browser',
    title: 'a browser has leaked and gets no more memory',
    seconds: [10, 15],
    ...quick,
    needs: 'memory limit',
  },
  {
    name: 'F7-apart-kill',
    place: 'browser',
    title: 'the program of the separate browser is killed',
    seconds: short,
    ...quick,
  },
  {
    name: 'F7-apart-pause',
    place: 'browser',
    title: 'the separate browser is suspended (SIGSTOP)',
    seconds: long,
    ...quick,
  },
  {
    name: 'F7-apart-lie',
    place: 'browser',
    title: 'the separate browser prints other ids than it is told',
    seconds: long,
    ...quick,
  },
  { name: 'F8', place: 'browser', title: 'the browser is missing', seconds: long, ...quick },
  { name: 'F10', place: 'load', title: '500 certificates are asked for at once', seconds: short },
  {
    name: 'F11-refuse',
    place: 'mail',
    title: 'the mail server refuses connections',
    seconds: long,
    ...quick,
  },
  {
    name: 'F11-hang',
    place: 'mail',
    title: 'the mail server accepts connections and stays silent',
    seconds: long,
    ...quick,
  },
  { name: 'F11-defer', place: 'mail', title: 'the mail server answers 450', seconds: long, ...quick },
  { name: 'F11-close', place: 'mail', title: 'the mail server answers 421', seconds: long, ...quick },
  {
    name: 'F11-reject',
    place: 'mail',
    title: 'the mail server answers 550 for half of the recipients',
    seconds: long,
    ...quick,
  },
  {
    name: 'F11-drop',
    place: 'mail',
    title: 'the mail server takes the message and ends the connection',
    seconds: short,
    ...quick,
  },
  {
    name: 'F12-kill',
    place: 'public-api/worker',
    title: 'a worker that mails certificates is killed',
    seconds: short,
    ...quick,
  },
  {
    name: 'F12-pause',
    place: 'public-api/worker',
    title: 'that worker is suspended for longer than a lease',
    seconds: [22, 26],
  },
  {
    name: 'F13',
    place: 'platform-api/worker',
    title: 'a worker of the platform is killed',
    seconds: short,
    ...quick,
  },
  {
    name: 'F14',
    place: 'rows',
    title: 'a session stays idle in a transaction and holds locks',
    seconds: [15, 30],
  },
  {
    name: 'F15',
    place: 'public-api/main',
    title: 'a public service is stopped (SIGTERM)',
    seconds: short,
    ...quick,
  },
  {
    name: 'F16-public',
    place: 'public-api/main',
    title: 'both public services are replaced one by one',
    seconds: short,
    isUnnoticed: true,
  },
  {
    name: 'F16-platform',
    place: 'platform-api/main',
    title: 'both platform services are replaced one by one',
    seconds: short,
    isUnnoticed: true,
  },
  {
    name: 'F17',
    place: 'load',
    title: '300 connections send their head slowly, and 200 their body',
    seconds: long,
  },
  {
    name: 'F24-kill',
    place: 'identity-provider/main',
    title: 'the identity provider is killed',
    seconds: short,
  },
  {
    name: 'F24-pause',
    place: 'identity-provider/main',
    title: 'the identity provider is suspended (SIGSTOP)',
    seconds: long,
  },
  {
    name: 'F24-hole',
    place: 'identity-provider/main',
    title: 'connections to the identity provider stay silent',
    seconds: long,
  },
  {
    name: 'F24-twice',
    place: 'management',
    title: 'each call to the identity provider arrives twice',
    seconds: long,
    ...quick,
  },
  {
    name: 'F24-keys',
    place: 'load',
    title: 'thousands of tokens with unknown keys arrive',
    seconds: long,
    isUnnoticed: true,
  },
  {
    name: 'F27',
    place: 'database',
    title: 'the disk of PostgreSQL is full',
    seconds: long,
    needs: 'a disk',
  },
  {
    name: 'F27-browser',
    place: 'public-api/worker',
    title: 'the temporary folder of a worker and its browser is full',
    seconds: long,
    ...quick,
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

const byName: ReadonlyMap<string, CataloguedFault> = new Map(catalogue.map((fault) => [fault.name, fault]));

/** Undefined for a fault that a scenario makes itself. */
export function catalogued(name: string): CataloguedFault | undefined {
  return byName.get(name);
}

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
