import { type Adapter, type AdapterPayload } from 'oidc-provider';

/** A model of which the library uses a part. A call of the rest is a mistake in the configuration. */
export abstract class PartialAdapter implements Adapter {
  find(_id: string): Promise<AdapterPayload | undefined> {
    return this.refuse('find');
  }

  upsert(_id: string, _payload: AdapterPayload, _expiresIn: number): Promise<void> {
    return this.refuse('upsert');
  }

  findByUserCode(_userCode: string): Promise<undefined> {
    return this.refuse('findByUserCode');
  }

  findByUid(_uid: string): Promise<undefined> {
    return this.refuse('findByUid');
  }

  consume(_id: string): Promise<void> {
    return this.refuse('consume');
  }

  destroy(_id: string): Promise<void> {
    return this.refuse('destroy');
  }

  revokeByGrantId(_grantId: string): Promise<void> {
    return this.refuse('revokeByGrantId');
  }

  private refuse(method: string): Promise<never> {
    return Promise.reject(new Error(`${this.constructor.name} has no ${method}`));
  }
}
