import { type Client, type Provider } from 'oidc-provider';

interface KeySelection {
  readonly alg: string;
  readonly kid?: unknown;
}

/** What the library has for the keys of a client, and does not declare. */
interface ClientKeys {
  add(key: object): void;
  selectForVerify(wanted: KeySelection): unknown[];
}

export type ClientWithKeys = Client & { readonly asymmetricKeyStore: ClientKeys };

/**
 * Keys are registered without a name, and clients give them one: an RFC 7638 thumbprint, or any. The library looks for a
 * key of that name alone; here every key of the client is tried whose kind fits when none has it.
 */
export function acceptAnyKid(provider: Provider): void {
  // The library keeps clients for a while, and hands out the same ones again.
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
