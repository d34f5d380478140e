import { startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { acceptedIssuer, refusalOf, Verifier } from '../../spec/support/verifier';
import { freshMs } from '../keys/issuer-keys';
import { TokenVerifierUnavailable } from '../keys/token-verifier-unavailable';

const bad = { kind: 'unauthenticated', headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };
const audienceOfPeople = 'https://people.api.example.org';

describe('tokens of several issuers', () => {
  let machines: TokenIssuer;
  let people: TokenIssuer;
  let verifier: Verifier;
  let elapsed: number;

  beforeEach(async () => {
    Logger.overrideLogger(false);
    elapsed = 0;
    const now = () => verifier.clock.now();
    machines = await startTokenIssuer({ now });
    people = await startTokenIssuer({ now, audience: audienceOfPeople });
    verifier = new Verifier(machines, {
      settings: acceptedIssuer(machines, { issues: ['machines'] }),
      others: [
        {
          ...acceptedIssuer(people, { issues: ['people'], claims: { org_id: 'organization' } }),
          types: new Set(['jwt']),
        },
      ],
      elapsedMs: () => elapsed,
    });
  });
  afterEach(async () => {
    verifier.close();
    await Promise.all([machines.close(), people.close()]);
  });

  const personToken = (claims = {}): string =>
    people.mint({ header: { typ: 'JWT' }, claims: { organization: ['acme'], ...claims } });
  const causeOf = async (token: string): Promise<unknown> =>
    (await refusalOf(verifier.identify(token))).cause;

  it('are each read by the profile of the issuer that they name', async () => {
    await expect(verifier.identify(personToken())).resolves.toMatchObject({
      kind: 'person',
      issuer: people.issuer,
      orgId: 'acme',
    });
    await expect(verifier.identify(machines.mintForMachine('client-1'))).resolves.toMatchObject({
      kind: 'machine',
      issuer: machines.issuer,
    });
  });

  it('give one subject of two issuers two callers § V6.8.1', async () => {
    const sub = 'same';
    const [one, other] = [personToken({ sub }), machines.mintForMachine('same', { claims: { sub } })];
    // The second time from the cache.
    for (const token of [one, other, one, other]) {
      const { issuer } = token === one ? people : machines;
      await expect(verifier.identify(token)).resolves.toMatchObject({ issuer, subject: sub });
    }
  });

  it('are refused with the keys of another accepted issuer than the one that they name', async () => {
    await verifier.identify(personToken());
    await verifier.identify(machines.mintForMachine('client-1'));
    const named = { header: { typ: 'JWT' }, claims: { iss: people.issuer, aud: audienceOfPeople } };
    expect(await refusalOf(verifier.identify(machines.mint(named)))).toMatchObject(bad);
    const renamed = people.mintForMachine('client-1', {
      claims: { iss: machines.issuer, aud: machines.audience },
    });
    expect(await refusalOf(verifier.identify(renamed))).toMatchObject(bad);
  });

  it('are not verified with the cached result of another issuer, after a change of the named issuer', async () => {
    const token = personToken();
    await verifier.identify(token);
    const [header, payload, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    const claims = { ...(JSON.parse(String(payload)) as object), iss: machines.issuer };
    const parts = [header, Buffer.from(JSON.stringify(claims)), signature];
    const forged = parts.map((part) => part?.toString('base64url')).join('.');
    expect(await refusalOf(verifier.identify(forged))).toMatchObject(bad);
  });

  it.each([
    ['an issuer that is not accepted', { iss: 'https://stranger.example.com' }],
    ['an issuer with a slash more', (own: TokenIssuer) => ({ iss: `${own.issuer}/` })],
    ['no issuer', { iss: undefined }],
    ['both issuers', (own: TokenIssuer) => ({ iss: [own.issuer, 'x'] })],
  ])('are refused if they name %s, and no issuer is asked for keys', async (_, claims) => {
    const changed = typeof claims === 'function' ? claims(machines) : claims;
    expect(await causeOf(machines.mint({ claims: changed }))).toMatchObject({
      problem: 'iss is another issuer',
      mismatch: { expected: `${machines.issuer}, ${people.issuer}` },
    });
    expect([machines.fetches(), people.fetches()]).toEqual(Array(2).fill({ discovery: 0, keys: 0 }));
  });

  it('are refused with a type or audience that only another issuer may use', async () => {
    expect(await causeOf(people.mint())).toMatchObject({ problem: 'typ is not accepted' });
    expect(await causeOf(machines.mintForMachine('c', { header: { typ: 'JWT' } }))).toMatchObject({
      problem: 'typ is not accepted',
    });
    expect(await causeOf(personToken({ aud: machines.audience }))).toMatchObject({
      problem: 'aud is another audience',
    });
  });

  it('are refused, with the reason, for a kind that the issuer may not issue', async () => {
    expect(await causeOf(machines.mint())).toMatchObject({
      problem: 'the issuer may not issue tokens of a person',
    });
    const machine = people.mintForMachine('client-1', { header: { typ: 'JWT' } });
    expect(await causeOf(machine)).toMatchObject({ problem: 'the issuer may not issue tokens of a machine' });
  });

  it('are refused, with the reason, for two organizations', async () => {
    expect(await causeOf(personToken({ organization: ['acme', 'initech'] }))).toMatchObject({
      problem: 'organization names 2 organizations, not one',
    });
  });

  it('answer 503 while their own issuer is down, and no other', async () => {
    await people.stop();
    await expect(verifier.identify(personToken())).rejects.toThrow(TokenVerifierUnavailable);
    await expect(verifier.identify(machines.mintForMachine('client-1'))).resolves.toBeDefined();
    const unknownKey = machines.mintForMachine('client-1', { header: { kid: 'unknown' } });
    expect(await refusalOf(verifier.identify(unknownKey))).toMatchObject(bad);
    await people.resume();
  });

  it('are verified again when their own issuer removes a key, and not when another does', async () => {
    const [person, machine] = [personToken(), machines.mintForMachine('client-1')];
    const known = await verifier.identify(machine);
    await verifier.identify(person);
    people.rotate({ withdrawn: true });
    elapsed += freshMs + 1;
    // The keys of both are old now: both are fetched again, in the background.
    await verifier.identify(machine);
    await verifier.identify(personToken({ sub: 'later' }));
    expect(await refusalOf(verifier.identify(person))).toMatchObject(bad);
    expect(await verifier.identify(machine)).toBe(known);
  });

  it('ask each issuer in its own cool-down: unknown keys of one cost another nothing', async () => {
    await verifier.identify(personToken());
    await verifier.identify(machines.mintForMachine('client-1'));
    elapsed += freshMs / 2;
    for (let index = 0; index < 20; index++) {
      await refusalOf(verifier.identify(people.mint({ header: { typ: 'JWT', kid: `unknown-${index}` } })));
    }
    expect(people.fetches().keys).toBe(2);
    expect(machines.fetches().keys).toBe(1);
  });
});
