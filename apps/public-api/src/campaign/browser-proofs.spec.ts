import { Keyring } from '@governance/keyring';
import { createTestKeyring, FixedClock } from '@governance/testing';
import { draft } from '../../spec/one-draft';
import { BrowserProofs, proofLifeMs } from './browser-proofs';

describe('what a browser shows to see saved answers', () => {
  const file = createTestKeyring();
  const clock = new FixedClock('2026-11-28T12:00:00Z');
  const proofs = new BrowserProofs(Keyring.load(file.file), clock);
  const saved = { ...draft, version: 2 };
  afterAll(() => {
    file.remove();
  });

  it('is nothing while nothing is saved', () => {
    expect(proofs.allows(undefined, draft)).toBe(true);
    expect(proofs.allows(undefined, saved)).toBe(false);
    expect(proofs.allows('nonsense', saved)).toBe(false);
  });

  it('is that it wrote the saved version, until another browser writes', () => {
    const proof = proofs.ofWriter(saved);
    expect(proofs.allows(proof, saved)).toBe(true);
    expect(proofs.allows(proof, { ...saved, version: 3 })).toBe(false);
    expect(proofs.isOfCode(proof, saved)).toBe(false);
  });

  it('is that a person typed the code, for every version', () => {
    const proof = proofs.ofCode(saved);
    expect(proofs.allows(proof, saved)).toBe(true);
    expect(proofs.allows(proof, { ...saved, version: 3 })).toBe(true);
    expect(proofs.isOfCode(proof, saved)).toBe(true);
  });

  it('is of one draft, for twelve hours', () => {
    const proof = proofs.ofCode(saved);
    expect(proofs.allows(proof, { ...saved, id: saved.id.replace(/^./, '4') })).toBe(false);
    clock.advance(proofLifeMs - 1_000);
    expect(proofs.allows(proof, saved)).toBe(true);
    clock.advance(1_000);
    expect(proofs.allows(proof, saved)).toBe(false);
  });

  it('cannot be changed in any character', () => {
    const proof = proofs.ofCode(saved);
    for (let place = 0; place < proof.length; place += 1) {
      const other = proof[place] === 'A' ? 'B' : 'A';
      expect(proofs.allows(proof.slice(0, place) + other + proof.slice(place + 1), saved)).toBe(false);
    }
  });
});
