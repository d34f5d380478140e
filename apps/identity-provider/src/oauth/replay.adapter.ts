import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { unused } from './unused-part';
import { type UsedAssertionsStore } from './used-assertions.store';

/**
 * Used assertions. The library first reads and then stores, which lets two concurrent requests pass. Here a read never finds
 * a row, and the store refuses duplicates in one statement across all processes. The id is already a hash.
 */
export class ReplayAdapter implements Adapter {
  readonly findByUserCode = unused;
  readonly findByUid = unused;
  readonly consume = unused;
  readonly destroy = unused;
  readonly revokeByGrantId = unused;

  constructor(private readonly used: UsedAssertionsStore) {}

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async upsert(id: string, _payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (await this.used.use(id, expiresIn)) return;
    throw new errors.InvalidClientAuth('the assertion has been used before');
  }
}
