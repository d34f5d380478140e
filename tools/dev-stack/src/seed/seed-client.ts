import { type CredentialsApi, type IssuedCredential } from './credentials-api';

export interface ClientSeed {
  /** The name of the credential. */
  readonly name: string;
  /** What an earlier start has kept of it. */
  readonly known: IssuedCredential | undefined;
  readonly credentials: Pick<CredentialsApi, 'list' | 'create' | 'rotate'>;
  /** Whether the token endpoint takes its secret. */
  readonly works: (credential: IssuedCredential) => Promise<boolean>;
}

/**
 * A credential whose secret is known: the same as before as long as it works, a new secret or a new credential otherwise.
 * Where credentials cannot be managed it is the one from before, if any.
 */
export async function seedClient({
  name,
  known,
  credentials,
  works,
}: ClientSeed): Promise<IssuedCredential | undefined> {
  const listed = await credentials.list();
  if (!listed) return known;
  const same = listed.find(({ id }) => id === known?.id);
  if (known && same && (await works(known))) return { ...known, name: same.name };
  // Its secret is lost: it was created or rotated by a start that did not live to keep it, or by somebody else.
  const lost = same ?? listed.find((credential) => credential.name === name);
  return lost ? credentials.rotate(lost.id) : credentials.create(name);
}
