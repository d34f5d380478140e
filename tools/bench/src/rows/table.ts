import { type Bench } from '../bench';
import { type Contest } from '../measure/contest';
import { certificates, waitingCertificates, waitings } from './certificates';
import { clientRequests, clientTimes } from './clients';
import { consoleAmounts, consolePages, consoleTimes } from './console-pages';
import { guardCosts, submissions, tokens, verifications } from './contests';
import { exchanges } from './exchanges';
import { longList } from './long-list';
import { memory } from './memory';
import { publicLog } from './public-log';
import { revocation } from './revocation';
import { type BenchRow, type Goal } from './row';
import { start } from './start';

type Terms = Pick<Goal, 'name' | 'against'> & Partial<Pick<Goal, 'unit'>>;

const atMost = (value: number, terms: Terms): Goal => ({ bound: 'at most', value, unit: '', ...terms });
const floor = (terms: Terms): Goal => ({ bound: 'at most', unit: '', ...terms });
const atLeast = (value: number, terms: Terms): Goal => ({ bound: 'at least', value, unit: '', ...terms });

type Figure = (contest: Contest) => readonly number[];

const ratio =
  (figure: string, name: string, reference: string): Figure =>
  (contest) =>
    contest.ratios(figure, name, reference);

/** CPU of a call minus that of an empty call. */
const added: Figure = (contest) => {
  const nothing = contest.figures('cpu', 'nothing');
  return contest.figures('cpu', 'known token').map((cost, round) => cost - (nothing[round] ?? Number.NaN));
};

type Hold = (bench: Bench) => Promise<Contest>;

const finished = new Map<Hold, Promise<Contest>>();

/** The figure of each goal, from a contest that rows can share. */
function fromContest(hold: Hold, figures: Readonly<Record<string, Figure>>): BenchRow['measure'] {
  return async (bench) => {
    const holding = finished.get(hold) ?? hold(bench);
    finished.set(hold, holding);
    const contest = await holding;
    return {
      figures: Object.fromEntries(Object.entries(figures).map(([goal, figure]) => [goal, figure(contest)])),
      control: contest.control,
      notes: [contest.medians()],
    };
  };
}

const workingExpress = 'Express with the same libraries and work';
const pagePdf = '`page.pdf()` of a loaded page: p50';
const launchPerRender = 'launch per render, same binary';
const certificateWork = 'certificate from result to printed PDF, warm, tagged';

/** Rows 3, 8, 16 and 17 are no longer measured; the others keep their numbers. */
export const rows: readonly BenchRow[] = [
  {
    number: 1,
    name: 'submission',
    work: 'submission, validated, scored, stored, logged',
    goals: [
      atMost(0.75, { name: 'work', against: `${workingExpress}: API CPU` }),
      floor({ name: 'cpu', against: 'bare Express + one INSERT: API CPU' }),
    ],
    measure: fromContest(submissions, {
      cpu: ratio('cpu', 'product', 'bare Express'),
      work: ratio('cpu', 'product', 'working Express'),
    }),
  },
  {
    number: 2,
    name: 'textbook',
    work: 'the same submission',
    goals: [atMost(0.45, { name: 'cpu', against: 'textbook Nest service: API CPU' })],
    measure: fromContest(submissions, { cpu: ratio('cpu', 'product', 'textbook Nest') }),
  },
  {
    number: 4,
    name: 'verification',
    work: 'canonical verification, 1,000,000 results',
    goals: [
      atMost(0.9, { name: 'work', against: `${workingExpress}: API CPU` }),
      floor({ name: 'cpu', against: 'bare Express + one SELECT: API CPU' }),
    ],
    measure: fromContest(verifications, {
      cpu: ratio('cpu', 'product', 'bare Express'),
      work: ratio('cpu', 'product', 'working Express'),
    }),
  },
  {
    number: 5,
    name: 'certificate',
    work: certificateWork,
    goals: [
      atMost(1.2, { name: 'printed', against: pagePdf }),
      atMost(1.6, {
        name: 'sealed',
        against: `${pagePdf}, with credential, attachments, metadata and seal`,
      }),
    ],
    measure: fromContest(certificates, {
      printed: ratio('p50', 'product', 'loaded page'),
      sealed: ratio('p50', 'product, sealed', 'loaded page'),
    }),
  },
  {
    number: 6,
    name: 'launch',
    work: certificateWork,
    goals: [
      atLeast(10, { name: 'p50', against: `${launchPerRender}: p50` }),
      atLeast(15, { name: 'cpu', against: `${launchPerRender}: CPU` }),
    ],
    measure: fromContest(certificates, {
      p50: ratio('p50', 'launch per render', 'product'),
      cpu: ratio('cpu', 'launch per render', 'product'),
    }),
  },
  {
    number: 7,
    name: 'waiting',
    work: 'printed certificates per second while 2 to 8 wait',
    goals: waitings.map((name) => atLeast(4, { name, against: `new page per render, ${name}` })),
    measure: fromContest(
      waitingCertificates,
      Object.fromEntries(
        waitings.map((name) => [name, ratio('perSecond', `product, ${name}`, `page per render, ${name}`)]),
      ),
    ),
  },
  {
    number: 9,
    name: 'guard',
    work: 'the guard: CPU that it adds',
    goals: [
      atMost(10, { name: 'known', against: 'known token of a person: nothing', unit: 'µs' }),
      atMost(2, { name: 'first', against: 'first-seen token (ES256): raw crypto.verify' }),
      atMost(1.3, { name: 'machine', against: 'a machine: one SELECT by key, of the same pool and driver' }),
    ],
    measure: fromContest(guardCosts, {
      known: added,
      first: ratio('cpu', 'first-seen token', 'crypto.verify'),
      machine: ratio('cpu', 'machine', 'SELECT'),
    }),
  },
  {
    number: 10,
    name: 'stock-guard',
    work: 'the guard, known token of a person',
    goals: [atMost(0.1, { name: 'cpu', against: 'stock passport-jwt + jwks-rsa: CPU' })],
    measure: fromContest(guardCosts, { cpu: ratio('cpu', 'known token', 'stock') }),
  },
  {
    number: 11,
    name: 'revocation',
    work: 'a credential revoked at one replica: its token at the other, under load',
    goals: [atLeast(1, { name: 'refused', against: 'share refused at the next request' })],
    measure: revocation,
  },
  {
    number: 12,
    name: 'token',
    work: 'a token by client credentials, ES256',
    goals: [
      atMost(1.25, { name: 'work', against: 'oidc-provider with its clients in PostgreSQL: CPU' }),
      floor({ name: 'cpu', against: 'bare oidc-provider, one client in memory: CPU' }),
    ],
    measure: fromContest(tokens, {
      cpu: ratio('cpu', 'product', 'bare oidc-provider'),
      work: ratio('cpu', 'product', 'working oidc-provider'),
    }),
  },
  {
    number: 13,
    name: 'start',
    work: 'start to ready, bundled, the database up',
    goals: [atMost(1, { name: 'time', against: 'time on one core', unit: 's' })],
    measure: start,
  },
  {
    number: 14,
    name: 'memory',
    work: 'memory (PSS), under load at its highest, and idle',
    goals: [
      atMost(150, { name: 'idle', against: 'the largest of the services, idle', unit: 'MiB' }),
      atMost(300, { name: 'service', against: 'the largest of the services', unit: 'MiB' }),
      atMost(350, { name: 'browser', against: 'the browser, all of its processes', unit: 'MiB' }),
      atMost(900, { name: 'all', against: 'both surfaces, both workers and the browser', unit: 'MiB' }),
    ],
    measure: memory,
  },
  {
    number: 15,
    name: 'long-list',
    work: 'list the 1,000 credentials that an organization may have',
    goals: [atMost(15, { name: 'block', against: 'longest block of the event loop', unit: 'ms' })],
    measure: longList,
  },
  {
    number: 18,
    name: 'console',
    work: `a page of the console, with ${consoleAmounts}`,
    goals: consolePages.map((name) =>
      atMost(50, { name, against: `${name}: time at the server`, unit: 'ms' }),
    ),
    measure: consoleTimes,
  },
  {
    number: 19,
    name: 'exchange',
    work: "a token for a workload's assertion (RS256)",
    goals: [
      atMost(1.5, { name: 'known', against: 'a token by client credentials: CPU' }),
      atMost(1.5, { name: 'new', against: 'a token by client credentials: CPU, each assertion once' }),
    ],
    measure: fromContest(exchanges, {
      known: ratio('cpu', 'known assertion', 'client credentials'),
      new: ratio('cpu', 'new assertion', 'client credentials'),
    }),
  },
  {
    number: 20,
    name: 'log',
    work: 'the public log of certificates, 1,000,000 entries',
    goals: [
      // No faster than log n: log 1,000,000 / log 10,000.
      atMost(1.5, { name: 'append', against: 'append of an entry at 10,000 entries: time' }),
      atMost(1.5, { name: 'proof', against: 'proof of an entry at 10,000 entries: time' }),
      atMost(60, {
        name: 'audit',
        against: '`governance log verify` of all files: time on one core',
        unit: 's',
      }),
      atMost(300, { name: 'memory', against: '`governance log verify`: memory at its highest', unit: 'MiB' }),
    ],
    measure: publicLog,
  },
  {
    number: 21,
    name: 'clients',
    work: 'an organization with 10,000 clients and 100,000 results: a page of 100 entries, or the portfolio',
    goals: clientRequests.flatMap((request) =>
      ['p50', 'p99'].map((rank) =>
        atMost(50, { name: `${rank} ${request}`, against: `${request}: ${rank} at the server`, unit: 'ms' }),
      ),
    ),
    measure: clientTimes,
  },
];
