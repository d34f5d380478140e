import { given } from '@governance/testing';
import { type HitRecord } from '@governance/deliveries';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresRateLimits } from './postgres-rate-limits';

const windowMs = 900_000;

describe('PostgresRateLimits', () => {
  const stores = given(openTestStores);
  let limits: PostgresRateLimits;

  beforeAll(() => {
    limits = new PostgresRateLimits(stores.database, stores.keyring);
  });
  afterEach(() => stores.sql('TRUNCATE rate_limits'));
  afterAll(() => stores.close());

  function hit(ms = 0, key = 'resend 192.0.2.1'): Promise<HitRecord> {
    return limits.hit({ key, limit: 5, windowMs, now: laterBy(ms) });
  }

  async function allowedOf(...times: number[]): Promise<boolean[]> {
    const allowed = [];
    for (const ms of times) allowed.push((await hit(ms)).allowed);
    return allowed;
  }

  it('allows calls up to the limit, and then none until the first has left the window', async () => {
    expect(await allowedOf(0, 1_000, 2_000, 3_000, 4_000)).toEqual([true, true, true, true, true]);
    expect(await hit(5_000)).toEqual({ allowed: false, hits: 5, room: laterBy(windowMs) });
    expect(await allowedOf(windowMs - 1, windowMs, windowMs + 999, windowMs + 1_000)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('slides: never more calls than the limit within any window', async () => {
    const allowed: number[] = [];
    for (let ms = 0; ms < 4 * windowMs; ms += 37_000) if ((await hit(ms)).allowed) allowed.push(ms);

    expect(allowed.length).toBeGreaterThan(15);
    const spans = allowed.slice(5).map((ms, index) => ms - (allowed[index] ?? 0));
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(windowMs);
  });

  it('does not extend the block by refused calls', async () => {
    await allowedOf(0, 0, 0, 0, 0);
    const refused = Array.from({ length: 20 }, (_, index) => (index + 1) * 40_000);
    expect(await allowedOf(...refused)).toEqual(refused.map(() => false));
    expect(await allowedOf(windowMs)).toEqual([true]);
  });

  it('counts fifty concurrent calls individually', async () => {
    const other = new PostgresRateLimits(stores.database, stores.keyring);
    const records = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? limits : other).hit({ key: 'k', limit: 5, windowMs, now: noon }),
      ),
    );

    expect(records.filter(({ allowed }) => allowed)).toHaveLength(5);
    const refused = records.filter(({ allowed }) => !allowed);
    expect(new Set(refused.map(({ room }) => room.getTime()))).toEqual(
      new Set([laterBy(windowMs).getTime()]),
    );
  });

  it('counts every key separately', async () => {
    await allowedOf(0, 0, 0, 0, 0);
    expect(await hit(0, 'resend 192.0.2.2')).toMatchObject({ allowed: true, hits: 1 });
  });

  it('applies a lowered limit', async () => {
    await allowedOf(0, 1_000, 2_000);
    const lowered = { key: 'resend 192.0.2.1', limit: 2, windowMs, now: laterBy(3_000) };
    expect(await limits.hit(lowered)).toEqual({ allowed: false, hits: 3, room: laterBy(windowMs + 1_000) });
  });

  it('counts calls of before a rotation of the keyring', async () => {
    const rotated = new PostgresRateLimits(stores.database, stores.rotateKeys());
    const key = 'resend 192.0.2.1';
    const hitAfter = (ms: number, by = rotated): Promise<HitRecord> =>
      by.hit({ key, limit: 5, windowMs, now: laterBy(ms) });
    await allowedOf(0, 1_000, 2_000);
    expect(await hitAfter(3_000)).toEqual({ allowed: true, hits: 4, room: laterBy(3_000) });
    expect(await hitAfter(4_000)).toEqual({ allowed: true, hits: 5, room: laterBy(windowMs) });
    const full = { allowed: false, hits: 5, room: laterBy(windowMs) };
    expect(await hitAfter(5_000)).toEqual(full);
    expect(await hitAfter(5_000, new PostgresRateLimits(stores.database, stores.rotateKeys()))).toEqual(full);
    expect((await hitAfter(windowMs)).allowed).toBe(true);
  });

  it('stores no address', async () => {
    await hit();
    const [row] = await stores.sql('SELECT key FROM rate_limits');
    expect(row?.key).toHaveLength(32);
    expect(String(row?.key)).not.toContain('192.0.2.1');
  });
});
