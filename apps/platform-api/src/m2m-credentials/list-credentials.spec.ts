import { auditContextOf, personOf } from '@governance/iam/spec';
import { CredentialsInMemory } from '../../spec/credentials-in-memory';
import { type M2mCredentialsService } from './m2m-credentials.service';

const ours = personOf('org_acme');
const theirs = personOf('org_other');
const filter = { name: undefined, expiresBefore: undefined, used: undefined };

describe('the list of credentials', () => {
  let service: M2mCredentialsService;
  beforeEach(async () => {
    const made = new CredentialsInMemory();
    service = made.service;
    for (const [name, caller] of [
      ['first', ours],
      ['second', ours],
      ['third', ours],
      ['foreign', theirs],
      ['also foreign', theirs],
    ] as const) {
      const write = auditContextOf(caller, 'm2m-credentials:create');
      await service.create(caller, { name, type: 'client_secret' }, { write, key: undefined });
      made.clock.advance(1);
    }
  });

  async function page(
    limit?: number,
    cursor?: string,
  ): Promise<{ readonly names: string[]; readonly nextCursor: string | undefined }> {
    const { entries, nextCursor } = await service.list(ours, { page: { limit, cursor } });
    return { names: entries.map(({ name }) => name), nextCursor };
  }

  it('is complete and has no cursor, unless a page is requested', async () => {
    const { entries, nextCursor } = await service.list(ours);
    expect(entries.map(({ name }) => name)).toEqual(['third', 'second', 'first']);
    expect(nextCursor).toBeUndefined();
  });

  it('is the same when read page by page', async () => {
    const { names, nextCursor } = await page(2);
    expect(names).toEqual(['third', 'second']);
    expect(await page(undefined, nextCursor)).toEqual({ names: ['first'], nextCursor: undefined });
  });

  it('has those that match, page by page too', async () => {
    const matching = { ...filter, name: 'IR', used: 'false' };
    const one = await service.list(ours, { page: { limit: 1, cursor: undefined }, filter: matching });
    expect(one.entries.map(({ name }) => name)).toEqual(['third']);
    const two = await service.list(ours, { page: { limit: 1, cursor: one.nextCursor }, filter: matching });
    expect(two).toMatchObject({ entries: [{ name: 'first' }], nextCursor: undefined });
    const wrong = service.list(ours, { page: undefined, filter: { ...filter, used: 'yes' } });
    await expect(wrong).rejects.toThrow('used must be true or false');
  });

  it('refuses the cursor of another organization', async () => {
    const { nextCursor } = await service.list(theirs, { page: { limit: 1, cursor: undefined } });
    expect(nextCursor).toBeDefined();
    await expect(page(1, nextCursor)).rejects.toMatchObject({
      kind: 'invalid',
      text: 'cursor must be the next_cursor of a page of this list',
    });
  });
});
