import { type Bench } from '../bench';
import { median } from '../measure/spread';
import { amounts, openConsole } from '../processes/console';
import { type Findings } from './row';

/** Each page, by what a person looks at. */
const pathsOf = (credentialId: string, resultId: string) => ({
  overview: '/console',
  credentials: '/console/credentials',
  'credentials by name': '/console/credentials?name=export+99',
  'credentials that expire soon': '/console/credentials?state=ending',
  'one credential': `/console/credentials/${credentialId}`,
  'a new credential': '/console/credentials/new',
  members: '/console/members',
  invitations: '/console/invitations',
  results: '/console/results',
  'results to renew': '/console/results?show=due',
  'results of a client': '/console/results?client=client+99',
  'one result': `/console/results/${resultId}`,
  'a result to attach': '/console/results/attach',
  audit: '/console/audit',
  'refused events': '/console/audit?outcome=refused',
  profile: '/console/profile',
  sessions: '/console/sessions',
});

export const consolePages = Object.keys(pathsOf('', ''));
export const consoleAmounts = Object.entries(amounts)
  .map(([name, amount]) => `${amount.toLocaleString('en')} ${name.replace('auditEvents', 'audit events')}`)
  .join(', ');

const requests = 10;

/** Milliseconds for each page of the console: the median of a round's requests, one after the other. */
export async function consoleTimes(bench: Bench): Promise<Findings> {
  const shown = await openConsole(bench);
  const paths = Object.entries(pathsOf(shown.credentialId, shown.resultId));
  const round = async (path: string): Promise<number> => {
    const times: number[] = [];
    while (times.length < requests) times.push(await shown.time(path));
    return median(times);
  };
  const { rounds } = bench.setup.form;
  const figures: Record<string, number[]> = {};
  const notes: string[] = [];
  for (const [name, path] of paths) {
    await round(path);
    const before = shown.cpu();
    const times: number[] = [];
    while (times.length < rounds) times.push(await round(path));
    figures[name] = times;
    notes.push(`${name} ${((shown.cpu() - before) / 1_000 / rounds / requests).toFixed(1)}`);
  }
  return { figures, notes: [`CPU of a page with its calls of the API, in ms: ${notes.join('; ')}`] };
}
