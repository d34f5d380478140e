import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { leafContent, parseProofLine } from '@governance/iam';
import { callHttp, callJson, given, type Replica, temporaryFolder, until } from '@governance/testing';
import { GrowingTree, leafHash } from '@governance/transparency';
import { rmSync } from 'node:fs';
import { startSystem } from '../machines/system';

const orgId = 'org_acme';
const email = 'admin@example.com';
const tables = [
  'audit_trail',
  'audit_leaves',
  'audit_tree_heads',
  'audit_tree_tiles',
  'unsealed_audit_events',
];

describe('an audit trail that the owner of the database rewrites', () => {
  const system = given(startSystem);
  const folder = temporaryFolder('audit-memory');
  let platform: Replica;
  let website: Replica;
  let worker: Replica;
  let token: string;

  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
    platform = await system.serve('platform-api/main');
    website = await system.serve('public-api/main');
    worker = await system.serve('public-api/worker', { AUDIT_MEMORY_FOLDER: folder });
    token = await system.identity.tokenOf(email);
  });
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true });
  });

  const rename = async (id: unknown, name: string): Promise<void> => {
    await callJson(`${platform.origin}/iam/m2m-credentials/${String(id)}`, {
      method: 'PATCH',
      token,
      body: { name },
    });
  };
  const seal = (): Promise<unknown> => system.run('platform-api/org', {}, ['seal-audit', orgId]);
  const unsigned = (): Promise<unknown[]> => system.sql('SELECT FROM audit_tree_heads WHERE jws IS NULL');

  async function signedHeads(): Promise<readonly string[]> {
    const { text } = await callJson(`${platform.origin}/iam/audit-events/proof`, { token });
    const lines = text.trimEnd().split('\n').map(parseProofLine);
    return lines.flatMap((line) => (line?.kind === 'head' ? [line.jws] : []));
  }

  /** As the platform worker adds events, but from the first one on and at any time. */
  async function makeTreeAgain(at: Date): Promise<void> {
    const rows = await system.sql('SELECT * FROM audit_trail WHERE org_id = $1 ORDER BY id', [orgId]);
    for (const table of tables.slice(1)) await system.sql(`DELETE FROM ${table} WHERE org_id = $1`, [orgId]);
    const tree = new GrowingTree();
    for (const row of rows) {
      const hash = leafHash(Buffer.from(JSON.stringify(contentOf(row))));
      const leaf = [orgId, tree.size, row.id, hash];
      await system.sql(
        'INSERT INTO audit_leaves (org_id, leaf_index, trail_id, hash) VALUES ($1, $2, $3, $4)',
        leaf,
      );
      tree.append(hash);
    }
    const head = 'INSERT INTO audit_tree_heads (org_id, tree_size, root, created_at) VALUES ($1, $2, $3, $4)';
    await system.sql(head, [orgId, tree.size, tree.root(), at]);
  }

  it('gets no signature, also with an earlier date, and the history that was signed gets the next one § 10.5q', async () => {
    const body = { name: 'Export', type: 'client_secret' };
    const created = await callJson(`${platform.origin}/iam/m2m-credentials`, { method: 'POST', token, body });
    await rename(created.body.id, 'Import');
    await rename(created.body.id, 'Transport');
    await seal();
    await until(async () => (await unsigned()).length === 0);
    const honest = await signedHeads();
    const keys = new IssuerKeySet((await callHttp(`${website.origin}/.well-known/jwks.json`)).body);
    const head = await checkTreeHead(honest[0] ?? '', keys);
    expect(head).toMatchObject({ tree_size: 3, remembered_since: head.created_at });

    for (const table of tables) await system.sql(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    for (const table of tables) await system.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const event = '(SELECT min(id) + 1 FROM audit_trail)';
    await system.sql(`CREATE TABLE kept AS SELECT * FROM audit_trail WHERE id = ${event}`);
    await system.sql(`DELETE FROM audit_trail WHERE id = ${event}`);
    await makeTreeAgain(new Date('2026-01-01T00:00:00.000Z'));
    await worker.program.logged(({ msg }) => String(msg).startsWith('audit tree head refused'));
    expect([await signedHeads(), (await unsigned()).length]).toEqual([[], 1]);

    await system.sql('INSERT INTO audit_trail OVERRIDING SYSTEM VALUE SELECT * FROM kept');
    await makeTreeAgain(new Date());
    await until(async () => (await unsigned()).length === 0);
    const [again] = await signedHeads();
    expect(await checkTreeHead(again ?? '', keys)).toMatchObject({
      root_hash: head.root_hash,
      remembered_since: head.remembered_since,
    });
  });
});

function contentOf(row: Record<string, unknown>): ReturnType<typeof leafContent> {
  const { salt, at, event_id: id, actor_kind: kind, actor_issuer: issuer, actor_subject: subject } = row;
  return leafContent(orgId, {
    salt: (salt as Buffer).toString('base64url'),
    event: {
      id,
      createdAt: at,
      actor: { kind, issuer, subject, clientId: row.actor_client_id },
      operation: row.operation,
      target: row.target,
      outcome: row.outcome,
      reason: row.reason,
      requestId: row.request_id,
      secondFactorAgeSeconds: row.second_factor_age_seconds,
    } as never,
  });
}
