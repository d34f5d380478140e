import { CredentialStore, type OrgCredentials, type SystemCredentials, type SystemReason } from '../../src';
import { type FaultyWire } from './faulty-wire';

/** A store that makes every call over a wire, so that specs can simulate a crash before or after each call. */
export class StoreOverWire extends CredentialStore {
  constructor(
    private readonly store: CredentialStore,
    private readonly wire: FaultyWire,
  ) {
    super();
  }

  forOrg(orgId: string): OrgCredentials {
    return overWire(this.store.forOrg(orgId), this.wire);
  }

  systemScope(reason: SystemReason): SystemCredentials {
    return overWire(this.store.systemScope(reason), this.wire);
  }
}

function overWire<Port extends object>(port: Port, wire: FaultyWire): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => wire.call(() => Reflect.apply(member, target, values) as unknown);
    },
  });
}
