import { type ListPosition, type M2mCredential } from '../../src';
import { randomUUID } from 'node:crypto';
import { newSecret } from './contract-client';
import { CrashPlatform, noon } from './crash-platform';
import { type CredentialStoreHarness } from './credential-store-harness';

type Open = () => CredentialStoreHarness | Promise<CredentialStoreHarness>;

/** Declares the specs of the list that every `CredentialStore` must pass: its content, order and pages. */
export function credentialListContract(store: string, open: Open): void {
  describe(`the list of ${store}`, () => {
    let harness: CredentialStoreHarness;
    let platform: CrashPlatform;
    beforeAll(async () => {
      harness = await open();
    });
    beforeEach(() => {
      platform = new CrashPlatform(harness);
    });
    afterAll(() => harness.close());

    it('shows the newest first, each equal to the result of a lookup by id', async () => {
      const [oldest, newest, middle] = await create(platform, [0, 2, 1]);
      expect(await platform.credentials.list()).toEqual([newest, middle, oldest]);
    });

    it('shows no credential of another organization, and none during creation or after revocation', async () => {
      const [kept, revoked] = await create(platform, [0, 1]);
      await create(new CrashPlatform(harness), [0]);
      await platform.beginCreation(randomUUID(), newSecret());
      await platform.revoke(revoked?.id ?? '');
      expect(await platform.credentials.list()).toEqual([kept]);
      expect(await platform.credentials.list({ limit: 10, after: undefined })).toEqual([kept]);
    });

    it('has a stable order for entries of the same time', async () => {
      await create(platform, [0, 0, 0, 0, 0]);
      const ids = (await platform.credentials.list()).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted().toReversed());
    });

    it.each([1, 2, 3, 4, 7, 100])('is the same in pages of %i', async (limit) => {
      await create(platform, [0, 1, 1, 1, 1, 2, 2]);
      const { entries, pages } = await walk(platform, limit);
      expect(entries).toEqual(await platform.credentials.list());
      expect([entries.length, pages]).toEqual([7, Math.ceil(7 / limit)]);
    });

    it('neither skips nor repeats an entry when others come and go between two pages', async () => {
      await create(platform, [0, 1, 1, 2, 3, 3, 4]);
      const [newest, , last, ...others] = await platform.credentials.list();
      await platform.revoke(newest?.id ?? '');
      await platform.revoke(last?.id ?? '');
      await create(platform, [5]);
      expect((await walk(platform, 3, last)).entries).toEqual(others);
    });
  });
}

/** A credential for each number of milliseconds after noon. */
async function create(platform: CrashPlatform, moments: readonly number[]): Promise<M2mCredential[]> {
  const made: M2mCredential[] = [];
  for (const moment of moments) {
    const id = randomUUID();
    platform.now = new Date(noon.getTime() + moment);
    await platform.create(id, newSecret());
    const credential = await platform.credentials.find(id);
    if (credential) made.push(credential);
  }
  return made;
}

async function walk(
  { credentials }: CrashPlatform,
  limit: number,
  start?: ListPosition,
): Promise<{ readonly entries: readonly M2mCredential[]; readonly pages: number }> {
  const entries: M2mCredential[] = [];
  let after = start;
  for (let pages = 0; ; pages++) {
    const page = await credentials.list({ limit, after });
    if (page.length === 0) return { entries, pages };
    expect(page.length).toBeLessThanOrEqual(limit);
    entries.push(...page);
    after = page.at(-1);
  }
}
