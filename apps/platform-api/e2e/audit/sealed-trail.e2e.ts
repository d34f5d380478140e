import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, parseProofLine, type ProofFindings, proofLineOf, treeHeadOf } from '@governance/iam';
import { callHttp, callJson, given, type ProgramEnd, type Replica, until } from '@governance/testing';
import { startSystem } from '../machines/system';

const orgId = 'org_acme';
const email = 'admin@example.com';

describe('the proof of an organization’s audit events', () => {
  const system = given(startSystem);
  let platform: Replica;
  let website: Replica;
  let token: string;

  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
    platform = await system.serve('platform-api/main');
    website = await system.serve('public-api/main');
    await system.serve('public-api/worker');
    token = await system.identity.tokenOf(email);
  });
  afterAll(() => system.stop());

  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await callJson(platform.origin + path, { method, token, body });
    return { ...answer.body, status: answer.status, text: answer.text };
  }

  const seal = (): Promise<ProgramEnd> => system.run('platform-api/org', {}, ['seal-audit', orgId]);

  /** Until the public worker has signed every head. */
  async function untilSigned(): Promise<void> {
    const unsigned = (): Promise<unknown[]> => system.sql('SELECT FROM audit_tree_heads WHERE jws IS NULL');
    await until(async () => (await unsigned()).length === 0);
  }

  async function proof(): Promise<readonly string[]> {
    const { status, text } = await call('GET', '/iam/audit-events/proof');
    expect(status).toBe(200);
    return String(text).trimEnd().split('\n');
  }

  /** As `npm run audit -- verify` checks it, with the published keys. */
  async function check(lines: readonly string[]): Promise<ProofFindings> {
    const { body } = await callHttp(`${website.origin}/.well-known/jwks.json`);
    const keys = new IssuerKeySet(body);
    const checked = new AuditProof(async (jws) => treeHeadOf(await checkTreeHead(jws, keys)));
    for (const line of lines) await checked.take(line);
    return checked.findings();
  }

  it('holds, from writes over heads on request to the published keys, and shows a change in the database § 10.5q V16.4.2', async () => {
    const { id } = await call('POST', '/iam/m2m-credentials', { name: 'Export', type: 'client_secret' });
    await call('PATCH', `/iam/m2m-credentials/${String(id)}`, { name: 'Import' });
    expect(await seal()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 audit events') as unknown,
    });
    await call('PATCH', `/iam/m2m-credentials/${String(id)}`, { nickname: 'Import' });
    await call('DELETE', `/iam/m2m-credentials/${String(id)}`);
    await seal();
    expect((await seal()).stdout).toBe('org_acme: no audit event since the last tree head');
    await untilSigned();
    const lines = await proof();
    const { problems, facts } = await check(lines);
    expect([problems, facts[0]]).toEqual([[], 'Checked 4 events of org_acme (0 deleted)']);

    // An operator who owns the database can change a row, but cannot sign another head.
    await system.sql('ALTER TABLE audit_trail DISABLE TRIGGER append_only');
    await system.sql(`UPDATE audit_trail SET outcome = 'done', reason = NULL WHERE outcome = 'refused'`);
    expect((await check(await proof())).problems).toEqual([
      expect.stringMatching(/^Event 2 was changed: m2m-credentials:rename/),
    ]);
    const adapted = (await proof()).map((line) => {
      const leaf = parseProofLine(line);
      return leaf?.kind === 'leaf' && leaf.index === 2
        ? proofLineOf({ ...leaf, hash: Buffer.alloc(32) }).trimEnd()
        : line;
    });
    expect((await check(adapted)).problems).toContainEqual(
      expect.stringMatching(/^Events 2 to 3 are not those of the tree head/),
    );
  });
});
