import { Database } from '@governance/postgres';
import { hashPassword } from '../src/people/password-hash';
import { openStores, type Stores } from './support/identity-app';

describe('hashing many passwords', () => {
  let stores: Stores;
  beforeAll(async () => {
    stores = await openStores();
  });
  afterAll(() => stores.drop());

  it('leaves room for new connections to the database', async () => {
    let hashed = 0;
    const hashes = Array.from({ length: 12 }, async () => {
      await hashPassword('of a person who signs in');
      hashed += 1;
    });
    const database = await Database.open({ url: stores.databaseUrl });
    await database.close();
    expect(hashed).toBeLessThan(hashes.length / 2);
    await Promise.all(hashes);
  });
});
