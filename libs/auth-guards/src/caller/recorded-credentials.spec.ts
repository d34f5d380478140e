import { StoreUnavailable } from '@governance/kernel';
import { FaultyWire, InMemoryCredentialStore } from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import FakeTimers from '@sinonjs/fake-timers';
import { type CredentialStanding } from './active-credentials.port';
import { RecordedCredentials } from './recorded-credentials';

/** Counts database calls. */
class CountingWire extends FaultyWire {
  calls = 0;

  constructor() {
    super(() => new StoreUnavailable());
  }

  override call<Answer>(effect: () => Answer | Promise<Answer>): Promise<Answer> {
    this.calls += 1;
    return super.call(effect);
  }
}

const issuer = 'https://identity.example.org';

describe('RecordedCredentials', () => {
  let timers: FakeTimers.Clock;
  let clock: FixedClock;
  let wire: CountingWire;
  let store: InMemoryCredentialStore;
  let credentials: RecordedCredentials;
  let warnings: jest.SpyInstance;

  beforeEach(() => {
    timers = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    clock = new FixedClock();
    wire = new CountingWire();
    store = new InMemoryCredentialStore(wire);
    credentials = new RecordedCredentials(store);
    add('one');
    add('two');
  });
  afterEach(() => {
    timers.uninstall();
    warnings.mockRestore();
  });

  function add(id: string, expiresAt?: Date, allowedNetworks?: readonly string[]): void {
    const createdAt = clock.now();
    const names = {
      id,
      issuer,
      name: id,
      clientId: `client-${id}`,
      orgId: 'org-1',
      serviceIdentityId: 'identity-1',
    };
    const times = { createdAt, lastRotatedAt: createdAt, lastUsedAt: undefined, validForDays: undefined };
    const secrets = { lastFour: undefined, previous: undefined };
    const nothingElse = { intent: undefined, audit: undefined, rotation: undefined };
    store.rows.set(id, {
      credential: {
        ...names,
        ...times,
        ...secrets,
        description: undefined,
        kid: undefined,
        permissions: new Set(),
        type: 'client_secret',
        expiresAt,
        endsBy: undefined,
        allowedNetworks,
      },
      state: 'active',
      leaseUntil: createdAt,
      ...nothingElse,
    });
  }

  const standing = (id: string, ip?: string, orgId = 'org-1'): Promise<CredentialStanding> =>
    credentials.standingOf({ issuer, clientId: `client-${id}`, orgId, now: clock.now(), from: { ip } });
  const use = async (id: string, orgId = 'org-1'): Promise<boolean> =>
    (await standing(id, undefined, orgId)) === 'active';
  const lastUsed = (id: string): Date | undefined => store.rows.get(id)?.credential.lastUsedAt;
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await timers.tickAsync(ms);
  };

  it('accepts an active credential in its organization until it is revoked', async () => {
    expect(await use('one')).toBe(true);
    expect(await use('one', 'org-2')).toBe(false);
    expect(await use('three')).toBe(false);
    const row = store.rows.get('one');
    if (row) row.state = 'revoked';
    expect(await use('one')).toBe(false);
  });

  it('refuses a client of another issuer with the same id', async () => {
    const call = { clientId: 'client-one', orgId: 'org-1', now: clock.now(), from: {} };
    expect(await credentials.standingOf({ ...call, issuer: 'https://other.example.org' })).toBe('inactive');
    expect(await credentials.standingOf({ ...call, issuer })).toBe('active');
  });

  it('refuses a credential from the moment of its expiry', async () => {
    add('brief', new Date(clock.now().getTime() + 1));
    expect(await use('brief')).toBe(true);
    clock.advance(1);
    expect(await use('brief')).toBe(false);
  });

  it('accepts a restricted credential from its networks only, with one read, and records no use elsewhere', async () => {
    add('office', undefined, ['192.0.2.0/24', '2001:db8::/32']);
    for (const ip of ['198.51.100.1', '2001:db9::1', undefined, 'unknown']) {
      expect(await standing('office', ip)).toBe('outside');
    }
    await credentials.beforeApplicationShutdown();
    expect([lastUsed('office'), wire.calls]).toEqual([undefined, 4]);
    for (const ip of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::1']) {
      expect(await standing('office', ip)).toBe('active');
    }
    expect(await standing('office', '192.0.2.9', 'org-2')).toBe('inactive');
  });

  it('reads the address of a call only for a restricted credential', async () => {
    const from = {
      get ip(): string {
        throw new Error('read');
      },
    };
    const call = { issuer, clientId: 'client-one', orgId: 'org-1', now: clock.now(), from };
    expect(await credentials.standingOf(call)).toBe('active');
  });

  it('needs one read for a call, and writes the last uses of all credentials together', async () => {
    await use('one');
    await pass(1_000);
    await use('one');
    await use('two');
    const usedAt = clock.now();
    expect(wire.calls).toBe(3);
    expect(lastUsed('one')).toBeUndefined();
    await pass(19_000);
    expect({ one: lastUsed('one'), two: lastUsed('two') }).toEqual({ one: usedAt, two: usedAt });
    expect(wire.calls).toBe(4);
  });

  it('records a busy credential rarely, but at most a minute late', async () => {
    const uses = 60;
    for (let index = 0; index < uses; index += 1) {
      await use('one');
      await pass(5_000);
      const recordedAt = lastUsed('one') ?? new Date(clock.now().getTime() - index * 5_000);
      expect(clock.now().getTime() - recordedAt.getTime()).toBeLessThan(60_000);
    }
    expect(wire.calls - uses).toBeLessThan(uses / 4);
  });

  it('writes nothing while nothing is used', async () => {
    await use('one');
    await pass(20_000);
    await pass(600_000);
    expect(wire.calls).toBe(2);
    expect(timers.countTimers()).toBe(0);
  });

  it('rejects when the database is unavailable, and records no use', async () => {
    wire.isDown = true;
    await expect(use('one')).rejects.toThrow(StoreUnavailable);
    wire.isDown = false;
    await credentials.beforeApplicationShutdown();
    expect(lastUsed('one')).toBeUndefined();
  });

  it('retries failed writes with the next batch, and keeps the later of two uses', async () => {
    const early = clock.now();
    await use('one');
    await use('two');
    wire.isDown = true;
    await pass(20_000);
    expect(warnings).toHaveBeenCalledTimes(1);
    wire.isDown = false;
    await use('one');
    const later = clock.now();
    await pass(20_000);
    expect({ one: lastUsed('one'), two: lastUsed('two') }).toEqual({ one: later, two: early });
    expect(warnings).toHaveBeenCalledTimes(1);
  });

  it('keeps a bounded number of uses while the database cannot be written', async () => {
    for (let index = 0; index < 10_050; index += 1) add(`many-${index}`);
    for (let index = 0; index < 10_050; index += 1) await use(`many-${index}`);
    await credentials.beforeApplicationShutdown();
    const written = [...store.rows.values()].filter(({ credential }) => credential.lastUsedAt !== undefined);
    expect(written).toHaveLength(10_000);
    expect(lastUsed('many-10049')).toBeDefined();
  });

  it('has written everything when the application has shut down', async () => {
    await use('one');
    await credentials.beforeApplicationShutdown();
    expect(lastUsed('one')).toEqual(clock.now());
    expect(timers.countTimers()).toBe(0);
  });

  it('writes uses during shutdown at once', async () => {
    await credentials.beforeApplicationShutdown();
    await use('two');
    await timers.tickAsync(0);
    expect(lastUsed('two')).toEqual(clock.now());
  });

  it('shuts down while the database is unavailable', async () => {
    await use('one');
    wire.isDown = true;
    await expect(credentials.beforeApplicationShutdown()).resolves.toBeUndefined();
    expect(timers.countTimers()).toBe(0);
  });
});
