import { type Adapter, type AdapterPayload } from 'oidc-provider';

const payloads = new Map<string, AdapterPayload>();

/** A provider's storage in memory. The library's own one warns at each start. */
export class MemoryAdapter implements Adapter {
  constructor(private readonly kind: string) {}

  upsert(id: string, payload: AdapterPayload): Promise<void> {
    payloads.set(this.key(id), payload);
    return Promise.resolve();
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(payloads.get(this.key(id)));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(
      [...payloads.values()].find((payload) => payload.kind === this.kind && payload.uid === uid),
    );
  }

  /** For devices, which do not sign in here. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  destroy(id: string): Promise<void> {
    payloads.delete(this.key(id));
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of payloads) if (payload.grantId === grantId) payloads.delete(key);
    return Promise.resolve();
  }

  private key(id: string): string {
    return `${this.kind} ${id}`;
  }
}
