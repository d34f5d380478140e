import { type HolderProof, HolderProofStore } from '@governance/assessments';
import { JoseIssuer } from '@governance/certificates';
import { Keyring } from '@governance/keyring';
import { createTestIssuerKeys, createTestKeyring, FixedClock } from '@governance/testing';
import { CountedLimits } from '../../../spec/counted-limits';
import { OneResult, resultId as id } from '../../../spec/one-result';
import { OwnershipLinks } from './ownership-links';
import { OwnershipService } from './ownership.service';

const address = 'ada@example.com';

class OneProof extends HolderProofStore {
  asked = 0;
  constructor(private readonly proof: HolderProof) {
    super();
  }
  find = (): Promise<HolderProof> => {
    this.asked += 1;
    return Promise.resolve(this.proof);
  };
  keep = (): Promise<never> => Promise.reject(new Error('not used'));
}

describe('OwnershipService', () => {
  const keyring = createTestKeyring();
  const clock = new FixedClock('2026-11-23T16:45:00Z');
  let limits: CountedLimits;
  let proofs: OneProof;
  let service: OwnershipService;
  let code: string;

  beforeEach(async () => {
    const keys = createTestIssuerKeys();
    const issuer = new JoseIssuer(keys.load(), {
      publicBaseUrl: 'https://assess.example.org',
      platformBaseUrl: 'https://api.example.org',
    });
    keys.remove();
    const proof = await issuer.signHolderProof(id, address);
    code = proof.salt;
    limits = new CountedLimits();
    proofs = new OneProof(proof);
    const links = new OwnershipLinks(Keyring.load(keyring.file));
    service = new OwnershipService(proofs, new OneResult(), limits, links, clock);
  });
  afterAll(() => {
    keyring.remove();
  });

  it('gives a link that confirms for ten minutes', async () => {
    const link = (await service.prove(id.toUpperCase(), { address, code }, '192.0.2.1')) ?? '';
    const provenAt = clock.now();
    expect(await service.shown(link)).toEqual({
      resultId: id,
      provenAt,
      endsAt: new Date(provenAt.getTime() + 600_000),
      state: 'confirmed',
    });
    clock.advance(599_999);
    expect((await service.shown(link)).state).toBe('confirmed');
    clock.advance(1);
    expect((await service.shown(link)).state).toBe('ended');
  });

  it('limits the attempts of a client, and of all clients for a certificate', async () => {
    const wrong = { address, code: 'wrong' };
    for (let count = 0; count < 20; count += 1)
      expect(await service.prove(id, wrong, '192.0.2.1')).toBeUndefined();
    const asked = proofs.asked;
    await expect(service.prove(id, wrong, '192.0.2.1')).rejects.toMatchObject({
      kind: 'too_many',
      headers: { 'retry-after': '3600' },
    });
    expect(proofs.asked).toBe(asked);
    for (let client = 0; client < 40; client += 1)
      await service.prove(id, wrong, `198.51.100.${String(client)}`);
    await expect(service.prove(id, { address, code }, '203.0.113.9')).rejects.toMatchObject({
      kind: 'too_many',
    });
  });

  it('counts no attempt for an unknown certificate', async () => {
    const unknown = id.replace(/^./, '4');
    await expect(service.prove(unknown, { address, code }, '192.0.2.1')).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect([...limits.hits]).toEqual([]);
  });
});
