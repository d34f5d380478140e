import { callHttp, startTokenIssuer } from '@governance/testing';
import { type Bench } from '../bench';
import { median, percentile } from '../measure/spread';
import { addClients, managerId } from '../processes/clients';
import { freshDatabase, organization } from '../processes/databases';
import { platformBaseUrl, startProduct } from '../processes/product';
import { type Program } from '../processes/program';
import { type Findings } from './row';

const dayMs = 86_400_000;

/** Each request, by what a person looks at. */
const pathsOf = (clientId: string) => ({
  clients: '/org/clients?limit=100',
  'clients by two words': '/org/clients?limit=100&search=nord+ltd',
  'clients by a tag': '/org/clients?limit=100&tag=gold',
  'clients of a tier': '/org/clients?limit=100&tier=Critical',
  'clients to renew': `/org/clients?limit=100&renew_before=${new Date(Date.now() + 30 * dayMs).toISOString()}`,
  results: '/org/results?limit=100',
  'results of a client': `/org/results?limit=100&client_id=${clientId}`,
  'latest results': '/org/results?limit=100&latest=true',
  'heat map': '/org/portfolio/clients?limit=100',
  'portfolio summary': '/org/portfolio',
});

const permissionsOf = {
  'account-admin': ['org:clients:read', 'org:results:read', 'org:members:read'],
  'client-manager': ['org:clients:read', 'org:results:read'],
};

/** Each request of each viewer. */
export const clientRequests = Object.keys(permissionsOf).flatMap((role) =>
  Object.keys(pathsOf('')).map((name) => `${name}, ${role}`),
);

/** In each round. */
const requests = 20;

/** The milliseconds until the whole answer has arrived. @throws if it is empty. */
async function timed(program: Program, path: string, token: string): Promise<number> {
  const began = performance.now();
  const { status, text, body } = await callHttp(program.origin + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const took = performance.now() - began;
  const entries = body.clients ?? body.results;
  const isEmpty = Array.isArray(entries) ? entries.length === 0 : !entries;
  if (status !== 200 || isEmpty) throw new Error(`${path}: ${status} ${text}`);
  return took;
}

/** Milliseconds of each request for each viewer: the medians of the rounds, and the 99th percentile of all rounds. */
export async function clientTimes(bench: Bench): Promise<Findings> {
  const { rounds, clients } = bench.setup.form;
  const databaseUrl = await freshDatabase(bench);
  const began = performance.now();
  const clientId = await addClients(bench, databaseUrl, clients);
  const filled = ((performance.now() - began) / 1_000).toFixed(0);
  const issuer = await startTokenIssuer({ audience: platformBaseUrl });
  bench.defer(() => issuer.close());
  const program = await startProduct(bench, 'platform-api/main', {
    databaseUrl,
    settings: { OIDC_ISSUER: issuer.issuer },
  });
  const figures: Record<string, readonly number[]> = {};
  for (const [role, permissions] of Object.entries(permissionsOf)) {
    const token = issuer.mint({ claims: { sub: managerId, org_id: organization, permissions } });
    for (const [name, path] of Object.entries(pathsOf(clientId))) {
      const round = async (): Promise<readonly number[]> => {
        const times: number[] = [];
        while (times.length < requests) times.push(await timed(program, path, token));
        return times;
      };
      await round();
      const measured: (readonly number[])[] = [];
      while (measured.length < rounds) measured.push(await round());
      figures[`p50 ${name}, ${role}`] = measured.map(median);
      figures[`p99 ${name}, ${role}`] = [percentile(measured.flat(), 0.99)];
    }
  }
  return { figures, notes: [`The organization was filled in ${filled} s.`] };
}
