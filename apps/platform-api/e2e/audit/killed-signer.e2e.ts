import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, treeHeadOf } from '@governance/iam';
import { callHttp, callJson, given, Random, type Replica, temporaryFolder, until } from '@governance/testing';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startSystem } from '../machines/system';

const orgId = 'org_acme';
const email = 'admin@example.com';
const kills = 6;

describe('two signers of audit trees that share a memory', () => {
  const system = given(startSystem);
  const folder = temporaryFolder('audit-memory');
  let platform: Replica;
  let website: Replica;
  let workers: readonly Replica[];
  let token: string;

  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
    platform = await system.serve('platform-api/main');
    website = await system.serve('public-api/main');
    const settings = { AUDIT_MEMORY_FOLDER: folder };
    workers = [
      await system.serve('public-api/worker', settings),
      await system.serve('public-api/worker', settings),
    ];
    token = await system.identity.tokenOf(email);
  });
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true });
  });

  it('sign every head of one history while they are killed with SIGKILL, and refuse none', async () => {
    const random = new Random(47);
    const unsigned = (): Promise<unknown[]> => system.sql('SELECT FROM audit_tree_heads WHERE jws IS NULL');
    for (let kill = 0; kill < kills; kill++) {
      const body = { name: `Export ${kill}`, type: 'client_secret' };
      await callJson(`${platform.origin}/iam/m2m-credentials`, { method: 'POST', token, body });
      await system.run('platform-api/org', {}, ['seal-audit', orgId]);
      const worker = workers[kill % 2];
      // Signers ask for heads at their start, and every five seconds.
      await worker?.kill();
      worker?.launch();
      await delay(random.between(300, 1_500));
      await worker?.kill();
      await worker?.start();
    }
    await until(async () => (await unsigned()).length === 0);

    const { text } = await callJson(`${platform.origin}/iam/audit-events/proof`, { token });
    const keys = new IssuerKeySet((await callHttp(`${website.origin}/.well-known/jwks.json`)).body);
    const proof = new AuditProof(async (jws) => treeHeadOf(await checkTreeHead(jws, keys)));
    for (const line of text.trimEnd().split('\n')) await proof.take(line);
    const { outcome, facts, head } = proof.findings();
    expect([outcome, head?.size]).toEqual(['genuine', kills]);
    expect(facts.at(-1)).toMatch(/^Since .+, the signer has compared each tree head with the one before$/);
    const loud = workers
      .flatMap((worker) => worker.errors())
      .filter((line) => /audit (tree|memory)/.test(line));
    expect(loud).toEqual([]);
  });
});
