import { type CataloguedFault } from './catalogued-fault';

const short = [2, 5] as const;
const long = [5, 10] as const;
/** After most faults no request fails, so this leaves room for a busy machine alone. */
const quick = { recoverySeconds: 2 } as const;
const unnoticed = { isUnnoticed: true } as const;

type Row<Name> = readonly [
  name: Name,
  place: CataloguedFault['place'],
  title: string,
  seconds: CataloguedFault['seconds'],
  more?: Pick<CataloguedFault, 'recoverySeconds' | 'isUnnoticed' | 'needs'>,
];

/** The faults that this harness injects, in the order of docs/reliability.md. */
const rows = named([
  ['F1-public', 'public-api/main', 'a public service is killed', short],
  ['F1-platform', 'platform-api/main', 'a platform service is killed', short],
  ['F1-pause', 'platform-api/main', 'a platform service is suspended (SIGSTOP)', long],
  ['F2', 'database-connection', 'PostgreSQL ends every session, again and again', short, quick],
  ['F3', 'database', 'PostgreSQL crashes and starts again', [4, 7]],
  ['F5-cut', 'database-connection', 'connections to PostgreSQL are reset and refused', long, quick],
  ['F5-hole', 'database-connection', 'connections to PostgreSQL stay silent', long, quick],
  ['F5-slow', 'database-connection', 'PostgreSQL answers 200 ms later', long, quick],
  ['F5-narrow', 'database-connection', 'each connection to PostgreSQL carries 10 kB a second', long, quick],
  ['F5-one', 'database-connection', 'one process gets no answer of PostgreSQL', long, quick],
  ['F6', 'rows', 'the table of results is locked', long, quick],
  ['F7-kill', 'browser', 'the processes of the browser are killed', short, quick],
  ['F7-pause', 'browser', 'the browser is suspended (SIGSTOP)', long, quick],
  ['F7-one', 'browser', 'one process of a browser is killed', short, quick],
  [
    'F7-leak',
    'browser',
    'a browser has leaked and gets no more memory',
    [10, 15],
    { ...quick, needs: 'memory limit' },
  ],
  ['F7-apart-kill', 'browser', 'the program of the separate browser is killed', short, quick],
  ['F7-apart-pause', 'browser', 'the separate browser is suspended (SIGSTOP)', long, quick],
  ['F7-apart-lie', 'browser', 'the separate browser prints other ids than it is told', long, quick],
  ['F8', 'browser', 'the browser is missing', long, quick],
  ['F10', 'load', '500 certificates are asked for at once', short],
  ['F11-refuse', 'mail', 'the mail server refuses connections', long, quick],
  ['F11-hang', 'mail', 'the mail server accepts connections and stays silent', long, quick],
  ['F11-defer', 'mail', 'the mail server answers 450', long, quick],
  ['F11-close', 'mail', 'the mail server answers 421', long, quick],
  ['F11-reject', 'mail', 'the mail server answers 550 for half of the recipients', long, quick],
  ['F11-drop', 'mail', 'the mail server takes the message and ends the connection', short, quick],
  ['F12-kill', 'public-api/worker', 'a worker that mails certificates is killed', short, quick],
  ['F12-pause', 'public-api/worker', 'that worker is suspended for longer than a lease', [32, 36]],
  ['F13', 'platform-api/worker', 'a worker of the platform is killed', short, quick],
  ['F14', 'rows', 'a session stays idle in a transaction and holds locks', [15, 30]],
  ['F15', 'public-api/main', 'a public service is stopped (SIGTERM)', short, quick],
  ['F16-public', 'public-api/main', 'both public services are replaced one by one', short, unnoticed],
  ['F16-platform', 'platform-api/main', 'both platform services are replaced one by one', short, unnoticed],
  ['F17', 'load', '300 connections send their head slowly, and 200 their body', long],
  ['F24-kill', 'identity-provider/main', 'the identity provider is killed', short],
  ['F24-pause', 'identity-provider/main', 'the identity provider is suspended (SIGSTOP)', long],
  ['F24-hole', 'identity-provider/main', 'connections to the identity provider stay silent', long],
  ['F24-twice', 'management', 'each call to the identity provider arrives twice', long, quick],
  ['F24-keys', 'load', 'thousands of tokens with unknown keys arrive', long, unnoticed],
  ['F27', 'database', 'the disk of PostgreSQL is full', long, { needs: 'a disk' }],
  [
    'F27-browser',
    'public-api/worker',
    'the temporary folder of a worker and its browser is full',
    long,
    { ...quick, needs: 'a disk' },
  ],
  [
    'F27-slow',
    'database',
    'each flush of PostgreSQL to its disk takes 300 ms longer',
    long,
    { needs: 'tracer' },
  ],
  [
    'F28-website',
    'public-api/main',
    'the clock of a public service jumps by ten minutes',
    long,
    { needs: 'clock' },
  ],
  [
    'F28-platform',
    'platform-api/main',
    'the clock of a platform service jumps by ten minutes',
    long,
    { needs: 'clock' },
  ],
  [
    'F28-worker',
    'public-api/worker',
    'the clock of a worker that mails certificates jumps by ten minutes',
    [15, 25],
    { needs: 'clock' },
  ],
  ['F29', 'public-api/worker', 'a worker that mails certificates has too little memory', [12, 18]],
]);

function named<const Name extends string>(faults: readonly Row<Name>[]): readonly Row<Name>[] {
  return faults;
}

export type FaultName = (typeof rows)[number][0];

export const catalogue: readonly (CataloguedFault & { readonly name: FaultName })[] = rows.map(
  ([name, place, title, seconds, more]) => ({ name, place, title, seconds, ...more }),
);

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
