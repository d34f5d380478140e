import { holderProofOf, type HolderProof, HolderProofSigner, HolderProofStore } from './holder-proof.port';
import { type DueStatusList, type PublishedStatusList, StatusListStore } from './status-list-store.port';
import { StatusListSigner } from './status-list-signer.port';
import { StatusLists } from './status-lists';

const now = new Date('2026-11-20T12:00:00.000Z');

class FakeStore extends StatusListStore {
  askedBefore: Date | undefined;
  readonly published: unknown[] = [];

  override due(signedBefore: Date): Promise<DueStatusList[]> {
    this.askedBefore = signedBefore;
    return Promise.resolve([
      { list: 0, withdrawn: [5] },
      { list: 1, withdrawn: [] },
    ]);
  }

  override publish(due: DueStatusList, signed: object): Promise<void> {
    this.published.push({ ...due, ...signed });
    return Promise.resolve();
  }

  override find(): Promise<PublishedStatusList | undefined> {
    return Promise.reject(new Error('not used'));
  }
}

class FakeSigner extends StatusListSigner {
  override signStatusList({ list }: DueStatusList): Promise<string> {
    return Promise.resolve(`signed ${list}`);
  }
}

describe('the status lists', () => {
  it('are signed when due: at the latest a day after the last signature', async () => {
    const store = new FakeStore();
    await new StatusLists(store, new FakeSigner()).refresh(now);
    expect(store.askedBefore).toEqual(new Date('2026-11-19T12:00:00.000Z'));
    expect(store.published).toEqual([
      { list: 0, withdrawn: [5], credential: 'signed 0', at: now },
      { list: 1, withdrawn: [], credential: 'signed 1', at: now },
    ]);
  });
});

class KeptProofs extends HolderProofStore {
  kept: HolderProof | undefined;

  override find(): Promise<HolderProof | undefined> {
    return Promise.resolve(this.kept);
  }

  override keep(_: string, proof: HolderProof): Promise<HolderProof> {
    this.kept ??= proof;
    return Promise.resolve(this.kept);
  }
}

class NumberingSigner extends HolderProofSigner {
  signed = 0;

  override signHolderProof(resultId: string, address: string): Promise<HolderProof> {
    this.signed += 1;
    return Promise.resolve({ proof: `${resultId} ${address} ${this.signed}`, salt: 'salt' });
  }
}

describe('the holder proof', () => {
  it('is created once, so that a resend contains the same proof', async () => {
    const parts = { store: new KeptProofs(), signer: new NumberingSigner() };
    const first = await holderProofOf(parts, 'a', 'holder@example.com');
    expect(await holderProofOf(parts, 'a', 'holder@example.com')).toEqual(first);
    expect(parts.signer.signed).toBe(1);
  });
});
