import { createSigningKey } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { cooldownMs, emptyCooldownMs, freshMs, IssuerKeys } from './issuer-keys';
import { TokenVerifierUnavailable } from './token-verifier-unavailable';
import { type VerificationKey } from './verification-key';

function keyNamed(kid: string): VerificationKey {
  const { publicKey } = createSigningKey('ES256', kid);
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  return { kid, alg: 'ES256', pem, key: publicKey };
}

class Issuer {
  elapsed = 0;
  asked = 0;
  answer: readonly VerificationKey[] | Error = [keyNamed('one')];

  readonly keys = new IssuerKeys({
    issuer: 'https://identity.example.org',
    elapsedMs: () => this.elapsed,
    fetchKeys: () => {
      this.asked += 1;
      return this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve(this.answer);
    },
  });

  find(kid: string): Promise<unknown> {
    return this.keys.find({ alg: 'ES256', kid });
  }
}

describe('IssuerKeys', () => {
  let issuer: Issuer;
  beforeEach(() => {
    Logger.overrideLogger(false);
    issuer = new Issuer();
  });

  it('fetches once, and returns the same parsed key each time', async () => {
    const [first, second] = await Promise.all([issuer.find('one'), issuer.find('one')]);
    expect(second).toBe(first);
    expect(await issuer.find('one')).toBe(first);
    expect(issuer.asked).toBe(1);
  });

  it('refuses an unknown key after one fetch in a cool-down for all requests', async () => {
    await issuer.find('one');
    await expect(issuer.find('two')).rejects.toThrow('kid is unknown');
    expect(issuer.asked).toBe(1);
    issuer.elapsed += cooldownMs;
    const many = Array.from({ length: 100 }, (_, index) => issuer.find(`unknown-${index}`));
    for (const one of many) await expect(one).rejects.toThrow('kid is unknown');
    expect(issuer.asked).toBe(2);
  });

  it('does not fetch again for a known key with another algorithm', async () => {
    await issuer.find('one');
    issuer.elapsed += cooldownMs;
    await expect(issuer.keys.find({ kid: 'one', alg: 'RS256' })).rejects.toThrow('alg does not fit the key');
    expect(issuer.asked).toBe(1);
  });

  it('is unavailable while the issuer does not respond, and does not fetch again before the cool-down ends', async () => {
    await issuer.find('one');
    issuer.answer = new Error('away');
    issuer.elapsed += cooldownMs;
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(issuer.find('two')).rejects.toThrow(TokenVerifierUnavailable);
    }
    expect(issuer.asked).toBe(2);
    await expect(issuer.find('one')).resolves.toBeDefined();
    issuer.answer = [keyNamed('two')];
    issuer.elapsed += cooldownMs;
    await expect(issuer.find('two')).resolves.toBeDefined();
  });

  it('fetches sooner while no keys are known', async () => {
    issuer.answer = new Error('away');
    await expect(issuer.find('one')).rejects.toThrow(TokenVerifierUnavailable);
    issuer.answer = [keyNamed('one')];
    issuer.elapsed += emptyCooldownMs - 1;
    await expect(issuer.find('one')).rejects.toThrow(TokenVerifierUnavailable);
    issuer.elapsed += 1;
    await expect(issuer.find('one')).resolves.toBeDefined();
  });

  it('fetches old keys again without delaying callers, and drops removed ones', async () => {
    const kept = keyNamed('kept');
    issuer.answer = [kept, keyNamed('withdrawn')];
    const before = await issuer.find('kept');
    const generation = issuer.keys.generation();
    expect(issuer.asked).toBe(1);

    issuer.answer = [{ ...kept }, keyNamed('new')];
    issuer.elapsed += freshMs + 1;
    expect(issuer.keys.generation()).toBe(generation);
    expect(issuer.asked).toBe(2);
    await expect(issuer.find('new')).resolves.toBeDefined();
    expect(issuer.keys.generation()).toBe(generation + 1);
    expect(await issuer.find('kept')).toBe(before);
    await expect(issuer.find('withdrawn')).rejects.toThrow('kid is unknown');
  });

  it('keeps the generation while keys are only added', async () => {
    const [one, two] = [keyNamed('one'), keyNamed('two')];
    issuer.answer = [one];
    await issuer.find('one');
    const generation = issuer.keys.generation();
    issuer.answer = [one, two];
    issuer.elapsed += cooldownMs;
    await issuer.find('two');
    expect(issuer.keys.generation()).toBe(generation);
    issuer.answer = [{ ...keyNamed('one') }, two];
    issuer.elapsed += cooldownMs;
    await expect(issuer.find('three')).rejects.toThrow('kid is unknown');
    expect(issuer.keys.generation()).toBe(generation + 1);
  });
});
