import { runSql, startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { type Bench } from '../bench';
import { type FixedRequest, submissionRequest, tokenRequest, verificationPath } from '../load/requests';
import { addCertifiedResult, certifiedIds, freshDatabase, organization } from '../processes/databases';
import { Identity } from '../processes/identity';
import { platformBaseUrl, startProduct } from '../processes/product';
import { type Program } from '../processes/program';
import { clients, credentials, events, results } from './filled-tables';
import { type GrowingTable } from './growing-table';

/** A hot request. */
export interface Workload {
  readonly name: string;
  readonly program: Program;
  readonly status: number;
  /** The body of a response contains it: looked at before the load. */
  readonly text: string;
  /** Sent in turn; spread over the table as it is now. */
  requests(): Promise<readonly FixedRequest[]>;
  /** Removes the rows that requests have added. */
  reset?(): Promise<void>;
}

/** A table with the hot requests that read or write it. */
export interface TableGroup {
  /** The work of each workload, by its name as an argument of `npm run bench -- --growth`. */
  readonly works: Readonly<Record<string, string>>;
  readonly sizes: 'unbounded' | 'bounded';
  open(bench: Bench): Promise<{ databaseUrl: string; table: GrowingTable; workloads: readonly Workload[] }>;
}

/** So many requests differ: more than the pages of an index that they have in common. */
const sample = 200;

const ofResults: TableGroup = {
  works: {
    submission: 'submission, validated, scored, stored',
    verification: 'canonical verification',
  },
  sizes: 'unbounded',
  open: async (bench) => {
    const databaseUrl = await freshDatabase(bench);
    await addCertifiedResult(bench, databaseUrl);
    const filledUntil = new Date();
    const submissions: Workload = {
      name: 'submission',
      program: await startProduct(bench, 'public-api/main', { databaseUrl }),
      status: 201,
      text: '"overallScore":',
      requests: () => Promise.resolve([submissionRequest]),
      reset: async () => {
        await runSql(databaseUrl, removeSubmissions, [filledUntil]);
        await runSql(databaseUrl, 'VACUUM survey_results');
      },
    };
    const verifications: Workload = {
      name: 'verification',
      program: await startProduct(bench, 'platform-api/main', { databaseUrl }),
      status: 200,
      text: '"valid":true',
      requests: async () => (await certifiedIds(databaseUrl)).map(verificationOf),
    };
    return { databaseUrl, table: results, workloads: [verifications, submissions] };
  },
};

/** The rows that fill the table are older than $1. */
const removeSubmissions = `
  DELETE FROM survey_results WHERE credential IS NULL AND withdrawn_at IS NULL AND created_at > $1`;

const verificationOf = (id: string): FixedRequest => ({
  method: 'GET',
  path: verificationPath(id),
  headers: { accept: 'application/json' },
});

const getWith = (path: string, token: string): FixedRequest => ({
  method: 'GET',
  path,
  headers: { authorization: `Bearer ${token}` },
});

/** The platform surface with an issuer of tokens. */
async function startPlatform(
  bench: Bench,
): Promise<{ databaseUrl: string; issuer: TokenIssuer; program: Program }> {
  const databaseUrl = await freshDatabase(bench);
  const issuer = await startTokenIssuer({ audience: platformBaseUrl });
  bench.defer(() => issuer.close());
  const settings = { OIDC_ISSUER: issuer.issuer };
  return {
    databaseUrl,
    issuer,
    program: await startProduct(bench, 'platform-api/main', { databaseUrl, settings }),
  };
}

const ofCredentials: TableGroup = {
  works: {
    machine: 'a request of a machine, whose credential is checked',
    list: 'a list of 100 credentials of an organization',
  },
  sizes: 'bounded',
  open: async (bench) => {
    const { databaseUrl, issuer, program } = await startPlatform(bench);
    const some = (): Promise<Record<string, unknown>[]> =>
      runSql(
        databaseUrl,
        `SELECT client_id, org_id FROM m2m_credentials ORDER BY md5(client_id) LIMIT ${sample}`,
      );
    const permissions = ['m2m:credentials:read'];
    const machines: Workload = {
      name: 'machine',
      program,
      status: 200,
      text: '"permissions":',
      requests: async () =>
        (await some()).map(({ client_id: clientId, org_id: orgId }) =>
          getWith(
            '/iam/permissions',
            issuer.mintForMachine(String(clientId), { claims: { org_id: orgId, permissions } }),
          ),
        ),
    };
    const lists: Workload = {
      name: 'list',
      program,
      status: 200,
      text: '"credentials":[{',
      requests: async () =>
        (await some()).map(({ org_id: orgId }) =>
          getWith('/iam/m2m-credentials?limit=100', issuer.mint({ claims: { org_id: orgId, permissions } })),
        ),
    };
    return { databaseUrl, table: credentials(issuer.issuer), workloads: [machines, lists] };
  },
};

const ofClients: TableGroup = {
  works: { token: 'a token by client credentials, ES256' },
  sizes: 'bounded',
  open: async (bench) => {
    const databaseUrl = await freshDatabase(bench);
    const identity = await Identity.start(bench, databaseUrl);
    const requests: FixedRequest[] = [];
    while (requests.length < 20) requests.push(tokenRequest(await identity.addClient()));
    const tokens: Workload = {
      name: 'token',
      program: identity.program,
      status: 200,
      text: '"access_token":"ey',
      requests: () => Promise.resolve(requests),
    };
    return { databaseUrl, table: clients, workloads: [tokens] };
  },
};

const ofEvents: TableGroup = {
  works: { audit: 'a list of 100 audit events of an organization that has all of them' },
  sizes: 'unbounded',
  open: async (bench) => {
    const { databaseUrl, issuer, program } = await startPlatform(bench);
    const audit: Workload = {
      name: 'audit',
      program,
      status: 200,
      text: '"audit_events":[{',
      requests: async () => {
        const [row] = await runSql(databaseUrl, 'SELECT min(at) AS first, max(at) AS last FROM audit_trail');
        const [first, last] = [row?.first as Date, row?.last as Date].map(Number) as [number, number];
        const claims = { org_id: organization, permissions: ['org:audit:read'] };
        const token = issuer.mint({ claims });
        return Array.from({ length: sample }, (_, number) => {
          const to = new Date(last - ((last - first) * number) / sample).toISOString();
          return getWith(`/iam/audit-events?to=${to}`, token);
        });
      },
    };
    return { databaseUrl, table: events, workloads: [audit] };
  },
};

export const tableGroups: readonly TableGroup[] = [ofResults, ofCredentials, ofClients, ofEvents];
