import { type Gate, type Power } from '@governance/iam';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invitedId } from '../../support/invitations';
import { newKeySet } from '../../support/trust-rules';
import { createTarget, type Matrix } from './matrix';
import { type MatrixRow, writes } from './rows';

/** A call that changes something, as one gate decides about it. */
export interface Move {
  readonly gate: Gate;
  /** What the route declares. */
  readonly gives: Power;
  readonly row: MatrixRow;
  /** Makes what its path names, with all rights. */
  target(matrix: Matrix): Promise<string | undefined>;
}

interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: { readonly kind: string };
  readonly stepUp?: readonly { readonly gate: Gate; readonly gives: Power }[];
}

/** Requests that give as much as the write can, where the sample of the matrix does not. */
const strongest: Readonly<Partial<Record<Gate, Pick<MatrixRow, 'request'>>>> = {
  'trust-rules:update': {
    request: (id) => ({ path: `/iam/trust-rules/${id}`, body: { key_set: newKeySet('another') } }),
  },
  'members:update': {
    request: (id) => ({ path: `/iam/members/${id}`, body: { role: 'account-admin' } }),
  },
  'connections:update': {
    request: (id) => ({ path: `/iam/connections/${id}`, body: { second_factor: { amr_values: ['mfa'] } } }),
  },
  'org-invitations:create-admin': {
    request: () => ({
      path: '/iam/org-invitations',
      body: { email: 'thief@example.com', role: 'account-admin' },
    }),
  },
};

const file = join(__dirname, '../../../../../docs/api/route-policy.json');

/** Every write of the surface, by each of its gates. @throws for one that declares no power, and for a gate without a request. */
export function allMoves(): readonly Move[] {
  const { platform } = JSON.parse(readFileSync(file, 'utf8')) as { readonly platform: readonly PolicyRow[] };
  return platform.filter(isWrite).flatMap(({ method, path, stepUp = [] }) => {
    const route = `${method} ${path}`;
    if (stepUp.length === 0) throw new Error(`${route} declares no power`);
    const row = writes.find((candidate) => candidate.route === route);
    if (row === undefined) throw new Error(`${route} has no request`);
    return stepUp.map(({ gate, gives }) => ({
      gate,
      gives,
      row: { ...row, ...strongest[gate] },
      target: (matrix: Matrix) => targetOf(gate, row, matrix),
    }));
  });
}

/** The console's own routes are public: they act through the API, as the person who is signed in. */
function isWrite({ method, access }: PolicyRow): boolean {
  return method !== 'GET' && access.kind !== 'public';
}

async function targetOf(gate: Gate, { target }: MatrixRow, { app }: Matrix): Promise<string | undefined> {
  if (gate === 'org-invitations:resend-admin') {
    return invitedId(app, { email: 'admin-invitee@example.com', role: 'account-admin' });
  }
  return target && createTarget(app, target);
}

type Held = Readonly<Record<Exclude<Power, 'none'>, ReadonlySet<string>>>;

/** What outlasts a session, in the database and at the provider. */
export async function held({ app }: Matrix): Promise<Held> {
  const { members, gateway, directory, domains } = app.provider;
  const credentials = await app.sql('SELECT id, last_rotated_at FROM m2m_credentials WHERE org_id = $1', [
    app.orgId,
  ]);
  const rules = await app.sql('SELECT id, key_set FROM trust_rules WHERE org_id = $1', [app.orgId]);
  const admins = [...members.all(app.orgId), ...gateway.offers.values()];
  const trusted = [...directory.all(app.orgId), ...domains.all(app.orgId)];
  return {
    credential: new Set([...credentials, ...rules].map((row) => JSON.stringify(row))),
    admin: new Set(admins.filter(({ role }) => role === 'account-admin').map(({ id }) => id)),
    trust: new Set(trusted.map((entry) => JSON.stringify(entry))),
  };
}

/** The powers that came between two moments. */
export function gained(before: Held, after: Held): Power[] {
  return (['credential', 'admin', 'trust'] as const).filter((power) =>
    [...after[power]].some((one) => !before[power].has(one)),
  );
}
