import { JoseIssuer } from '@governance/certificates';
import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { type TreeHead, TreeHeads } from '@governance/iam';
import { createTestIssuerKeys } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { TreeHeadSigningJob } from './tree-head-signing.job';

const addresses = { publicBaseUrl: 'https://assess.example.org', platformBaseUrl: 'https://api.example.org' };

class OneHead extends TreeHeads {
  readonly kept: string[] = [];
  failure: Error | undefined;

  constructor(private readonly head: TreeHead) {
    super();
  }

  unsigned(): Promise<readonly TreeHead[]> {
    return this.failure ? Promise.reject(this.failure) : Promise.resolve([this.head]);
  }

  keep(_head: TreeHead, jws: string): Promise<void> {
    this.kept.push(jws);
    return Promise.resolve();
  }
}

describe('TreeHeadSigningJob', () => {
  const head = {
    orgId: 'org_acme',
    size: 7,
    root: Buffer.alloc(32, 1),
    at: new Date('2026-11-20T12:00:00.000Z'),
  };
  const file = createTestIssuerKeys();
  const issuer = new JoseIssuer(file.load(), addresses);
  let heads: OneHead;
  let job: TreeHeadSigningJob;
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    heads = new OneHead(head);
    job = new TreeHeadSigningJob(heads, issuer);
  });
  afterAll(() => {
    file.remove();
  });

  it('signs the heads at start with the issuer’s key, and finishes before it stops', async () => {
    job.onApplicationBootstrap();
    await job.beforeApplicationShutdown();
    const keys = new IssuerKeySet({ keys: issuer.publicKeys() });
    expect(heads.kept).toHaveLength(1);
    expect(await checkTreeHead(heads.kept[0] ?? '', keys)).toEqual({
      org_id: 'org_acme',
      tree_size: 7,
      root_hash: '01'.repeat(32),
      created_at: '2026-11-20T12:00:00.000Z',
    });
  });

  it('signs nothing that is accepted as a credential, or the reverse', async () => {
    const keys = new IssuerKeySet({ keys: issuer.publicKeys() });
    const seal = await issuer.documentSigner('3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19').seal('digest');
    await expect(checkTreeHead(seal, keys)).rejects.toThrow('not of the type audit-tree-head+jwt');
    const stranger = createTestIssuerKeys();
    const forged = await new JoseIssuer(stranger.load(), addresses).signTreeHead(head);
    stranger.remove();
    await expect(checkTreeHead(forged, keys)).rejects.toThrow('does not belong to the issuer');
  });

  it('continues and logs an error while the database is unavailable', async () => {
    const said = jest.spyOn(Logger.prototype, 'error');
    heads.failure = new Error('away');
    job.onApplicationBootstrap();
    await job.beforeApplicationShutdown();
    expect(said).toHaveBeenCalledWith({ msg: 'signing of audit tree heads failed', err: heads.failure });
    said.mockRestore();
  });
});
