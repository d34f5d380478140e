import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, parseProofLine, type ProofFindings, type TreeHead, treeHeadOf } from '@governance/iam';
import { callHttp, callJson, given, type Replica, temporaryFolder, until } from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSystem } from '../machines/system';

const orgId = 'org_acme';
const email = 'admin@example.com';
/** Those that an older copy of the database has in another state. */
const tables = [
  'audit_tree_heads',
  'audit_tree_tiles',
  'audit_leaves',
  'unsealed_audit_events',
  'audit_trail',
];

/** The step of docs/operations.md by which a tree begins again. */
const operations = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');
const [beginAgain = ''] = /^rm -r "\$AUDIT_MEMORY_FOLDER.*$/m.exec(operations) ?? [];

describe('the signer of audit trees after an older copy of the database was restored', () => {
  const system = given(startSystem);
  const folder = temporaryFolder('audit-memory');
  let platform: Replica;
  let website: Replica;
  let worker: Replica;
  let token: string;
  let id: unknown;

  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
    platform = await system.serve('platform-api/main');
    website = await system.serve('public-api/main');
    worker = await system.serve('public-api/worker', { AUDIT_MEMORY_FOLDER: folder });
    token = await system.identity.tokenOf(email);
    const body = { name: 'Export', type: 'client_secret' };
    const path = `${platform.origin}/iam/m2m-credentials`;
    ({
      body: { id },
    } = await callJson(path, { method: 'POST', token, body }));
  });
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true });
  });

  /** An event for each name. */
  async function sealRenames(...names: readonly string[]): Promise<void> {
    const path = `${platform.origin}/iam/m2m-credentials/${String(id)}`;
    for (const name of names) await callJson(path, { method: 'PATCH', token, body: { name } });
    await system.run('platform-api/org', {}, ['seal-audit', orgId]);
  }

  async function untilSigned(): Promise<void> {
    const unsigned = (): Promise<unknown[]> => system.sql('SELECT FROM audit_tree_heads WHERE jws IS NULL');
    await until(async () => (await unsigned()).length === 0);
  }

  async function proof(): Promise<readonly string[]> {
    const { text } = await callJson(`${platform.origin}/iam/audit-events/proof`, { token });
    return text.trimEnd().split('\n');
  }

  async function readHead(jws: string): Promise<TreeHead> {
    const keys = new IssuerKeySet((await callHttp(`${website.origin}/.well-known/jwks.json`)).body);
    return treeHeadOf(await checkTreeHead(jws, keys));
  }

  async function headsIn(lines: readonly string[]): Promise<readonly TreeHead[]> {
    const heads = lines.map(parseProofLine).flatMap((line) => (line?.kind === 'head' ? [line.jws] : []));
    return Promise.all(heads.map(readHead));
  }

  /** As `governance audit verify` checks it, with `--since` when there are earlier heads. */
  async function check(lines: readonly string[], heads: readonly TreeHead[] = []): Promise<ProofFindings> {
    const checked = new AuditProof(readHead, { heads });
    for (const line of lines) await checked.take(line);
    return checked.findings();
  }

  /** As an older copy of the files would have the tables. */
  async function keep(): Promise<void> {
    for (const table of tables) {
      await system.sql(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
      await system.sql(`CREATE TABLE older_${table} AS SELECT * FROM ${table}`);
    }
  }

  async function restore(): Promise<void> {
    for (const table of tables) {
      await system.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await system.sql(`DELETE FROM ${table}`);
      await system.sql(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM older_${table}`);
      await system.sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
  }

  it('refuses the tree, and begins again by the documented step, with a mark in the head § 10.5q', async () => {
    await sealRenames('One');
    await untilSigned();
    await keep();
    await sealRenames('Two', 'Three');
    await untilSigned();
    const before = await headsIn(await proof());
    expect(before.map(({ size }) => size)).toEqual([2, 4]);

    await restore();
    await sealRenames('Four', 'Five', 'Six');
    const refused = await worker.program.logged(({ msg }) =>
      String(msg).startsWith('audit tree head refused'),
    );
    expect(refused).toMatchObject({ level: 'error', orgId, size: 5, last: 4 });
    expect(await check(await proof(), before)).toMatchObject({
      outcome: 'tampered',
      problems: [expect.stringMatching('^Events 2 to 3 are not those .+: the history was rewritten$')],
    });

    expect(beginAgain).toContain(orgId);
    execFileSync('sh', ['-c', beginAgain], { env: { ...process.env, AUDIT_MEMORY_FOLDER: folder } });
    await untilSigned();
    const lost = worker.program.log().find(({ msg }) => String(msg).startsWith('audit memory lost'));
    expect(lost).toMatchObject({ level: 'error', orgId, size: 5 });
    const after = await proof();
    const last = (await headsIn(after)).at(-1);
    expect(last?.rememberedSince?.getTime()).toBeGreaterThan(
      before.at(-1)?.rememberedSince?.getTime() ?? Infinity,
    );
    const { outcome, facts } = await check(after);
    expect([outcome, facts.at(-1)]).toEqual([
      'genuine',
      expect.stringMatching('^The signer lost its memory of the tree before '),
    ]);

    await sealRenames('Seven');
    await untilSigned();
    expect(await check(await proof())).toMatchObject({ outcome: 'genuine', head: { size: 6 } });
  });
});
