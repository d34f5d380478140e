import { type CredentialsApi, type IssuedCredential } from './credentials-api';

export interface ClientSeed {
  /** The name of the credential. */
  readonly name: string;
  /** The credential stored by an earlier start. */
  readonly known: IssuedCredential | undefined;
  readonly credentials: Pick<CredentialsApi, 'list' | 'create' | 'rotate'>;
  /** Whether the token endpoint accepts its secret. */
  readonly works: (credential: IssuedCredential) => Promise<boolean>;
}

/**
 * A credential with a known secret: the previous one while it works, otherwise a new secret or a new credential.
 * If credentials cannot be managed, the previous one, if any.
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
  // Its secret is lost: an interrupted start or another client created or rotated it.
  const lost = same ?? listed.find((credential) => credential.name === name);
  return lost ? credentials.rotate(lost.id) : credentials.create(name);
}
