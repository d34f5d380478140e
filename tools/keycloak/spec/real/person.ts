import { codeAt } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { toBase32 } from '../../../../apps/identity-provider/src/second-factor/base32';
import { type TestRealm } from './test-realm';

/** A user of a test realm, with a password and a second factor. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The second factor, as an authenticator app keeps it (base32). */
  readonly secret: string;
  /** The next code of the second factor. */
  nextCode(): string;
}

/** How codes are made. That of a counter needs no wait for the next code, and that of the time is the app of our demo. */
export type CodeKind = 'hotp' | 'totp';

type Role = 'account-admin' | 'client-manager' | 'viewer';

const periodSeconds = 30;

/** Creates a user who is a member of the given organizations of the prepared realm, with a role or without one. */
export async function createPerson(
  { operator, name }: Pick<TestRealm, 'operator' | 'name'>,
  memberships: Readonly<Record<string, Role | undefined>>,
  kind: CodeKind = 'hotp',
): Promise<Person> {
  const username = `user-${randomUUID()}`;
  const email = `${username}@example.org`;
  const [password, secret] = [randomBytes(16).toString('hex'), randomBytes(10).toString('hex')];
  await operator.call('POST', `/${name}/users`, {
    username,
    email,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Admin',
    enabled: true,
    credentials: [{ type: 'password', value: password, temporary: false }, otpCredential(secret, kind)],
  });
  const [user] = (await operator.call('GET', `/${name}/users?username=${username}`)) as { id: string }[];
  if (user === undefined) throw new Error(`${username} was not created`);
  for (const [alias, role] of Object.entries(memberships)) {
    await join({ operator, name }, { userId: user.id, alias, role });
  }
  let counter = 0;
  const nextCode = (): string =>
    codeAt(Buffer.from(secret), kind === 'hotp' ? counter++ : Math.floor(Date.now() / 1_000 / periodSeconds));
  return { id: user.id, username, email, password, secret: toBase32(Buffer.from(secret)), nextCode };
}

async function join(
  { operator, name }: Pick<TestRealm, 'operator' | 'name'>,
  {
    userId,
    alias,
    role,
  }: { readonly userId: string; readonly alias: string; readonly role: Role | undefined },
): Promise<void> {
  const path = `/${name}/organizations`;
  const all = (await operator.call('GET', path)) as { id: string; alias: string }[];
  const place = `${path}/${all.find((organization) => organization.alias === alias)?.id ?? alias}`;
  await operator.call('POST', `${place}/members`, userId);
  const groups = (await operator.call('GET', `${place}/groups`)) as { id: string; name: string }[];
  for (const { id } of groups.filter((group) => group.name === role)) {
    await operator.call('PUT', `${place}/groups/${id}/members/${userId}`);
  }
}

function otpCredential(value: string, subType: CodeKind) {
  const settings = { subType, digits: 6, counter: 0, period: periodSeconds, algorithm: 'HmacSHA1' };
  return {
    type: 'otp',
    secretData: JSON.stringify({ value }),
    credentialData: JSON.stringify(settings),
  };
}
