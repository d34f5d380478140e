import { type Client, type Provider } from 'oidc-provider';

interface KeySelection {
  readonly alg: string;
  readonly kid?: unknown;
}

/** The library's key store of a client, which its types do not declare. */
interface ClientKeys {
  add(key: object): void;
  selectForVerify(wanted: KeySelection): unknown[];
}

export type ClientWithKeys = Client & { readonly asymmetricKeyStore: ClientKeys };

/**
 * Keys are registered without a `kid`, but clients send one: an RFC 7638 thumbprint, or any other. The library only looks
 * for a key with that `kid`. If none has it, every key of the client that fits the algorithm is tried.
 */
export function acceptAnyKid(provider: Provider): void {
  // The library caches clients and returns the same objects again.
  // eslint-disable-next-line no-restricted-syntax -- about objects of the library, not about a request
  const prepared = new WeakSet<ClientKeys>();
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id) => {
    const client = (await find(id)) as ClientWithKeys | undefined;
    if (client && !prepared.has(client.asymmetricKeyStore)) {
      prepared.add(client.asymmetricKeyStore);
      tryEveryKey(client.asymmetricKeyStore);
    }
    return client;
  };
}

function tryEveryKey(keys: ClientKeys): void {
  const select = keys.selectForVerify.bind(keys);
  keys.selectForVerify = (wanted) => {
    const named = select(wanted);
    return named.length > 0 ? named : select({ alg: wanted.alg });
  };
}
