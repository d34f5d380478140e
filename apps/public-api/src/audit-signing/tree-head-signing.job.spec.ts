import { TreeHeads, type UnsignedHead } from '@governance/iam';
import { Logger } from '@nestjs/common';
import { type SignerParts, TreeHeadSigner } from './tree-head-signer';
import { TreeHeadSigningJob } from './tree-head-signing.job';

/** Heads of trees with 1, 2, 3… leaves. */
class Heads extends TreeHeads {
  failure: Error | undefined;

  constructor(private readonly count: number) {
    super();
  }

  unsigned(limit: number, after?: UnsignedHead): Promise<readonly UnsignedHead[]> {
    if (this.failure) return Promise.reject(this.failure);
    const from = after?.size ?? 0;
    const heads = Array.from({ length: Math.min(limit, this.count - from) }, (_, n) => ({
      orgId: 'org_acme',
      size: from + n + 1,
      root: Buffer.alloc(32),
      at: new Date(),
      hasSigned: false,
    }));
    return Promise.resolve(heads);
  }

  consistencyPath(): Promise<never> {
    return Promise.reject(new Error('not asked'));
  }

  keep(): Promise<void> {
    return Promise.reject(new Error('not asked'));
  }
}

/** Refuses the first heads. */
class RefusingSigner extends TreeHeadSigner {
  readonly sizes: number[] = [];

  constructor() {
    super({} as SignerParts);
  }

  override sign({ size }: UnsignedHead): Promise<boolean> {
    return Promise.resolve(this.sizes.push(size) > 120);
  }
}

describe('TreeHeadSigningJob', () => {
  let signer: RefusingSigner;
  let info: jest.SpyInstance;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    signer = new RefusingSigner();
    info = jest.spyOn(Logger.prototype, 'log');
  });
  afterEach(() => {
    info.mockRestore();
  });

  async function run(heads: Heads): Promise<void> {
    const job = new TreeHeadSigningJob(heads, signer);
    job.onApplicationBootstrap();
    await job.beforeApplicationShutdown();
  }

  it('signs all heads at start, also behind those that are refused, and finishes before it stops', async () => {
    await run(new Heads(230));
    expect(signer.sizes).toEqual(Array.from({ length: 230 }, (_, n) => n + 1));
    expect(info).toHaveBeenCalledWith({ msg: 'audit tree heads signed', heads: 110 });
  });

  it('continues and logs an error while the database is unavailable', async () => {
    const said = jest.spyOn(Logger.prototype, 'error');
    const heads = new Heads(1);
    heads.failure = new Error('away');
    await run(heads);
    expect(said).toHaveBeenCalledWith({ msg: 'signing of audit tree heads failed', err: heads.failure });
    said.mockRestore();
  });
});
