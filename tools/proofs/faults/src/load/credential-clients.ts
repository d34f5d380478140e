import { callHttp } from '@governance/testing';
import { type Call } from '../history/history';
import { fingerprint } from '../history/recorder';
import { type World } from './world';

interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
}

/** The life of a credential: created, used, rotated twice at once, revoked; each secret is tried after each change. */
export async function lifeOfCredential(world: World): Promise<void> {
  const credential = await create(world);
  if (!credential) return;
  const secrets = [credential.secret];
  const tryAll = async (): Promise<string[]> =>
    (await Promise.all(secrets.map((secret) => authenticate(world, { ...credential, secret })))).flatMap(
      (token) => token ?? [],
    );
  const tokens = await tryAll();
  for (let round = world.random.between(1, 3); round > 0; round--) {
    const rotations = await Promise.all([rotate(world, credential.id), rotate(world, credential.id)]);
    secrets.push(...rotations.flatMap((secret) => secret ?? []));
    tokens.push(...(await tryAll()));
  }
  const [token] = tokens;
  const access = token === undefined ? Promise.resolve() : accessTwice(world, credential.id, token);
  await Promise.all([access, revoke(world, credential.id)]);
  if (token !== undefined) await accessTwice(world, credential.id, token);
  await tryAll();
}

async function create(world: World): Promise<Credential | undefined> {
  const name = `Credential ${world.nextNumber()}`;
  const body = { name, type: 'client_secret' };
  const answer = await world.askPlatform({ kind: 'create', name }, '/iam/m2m-credentials', { body });
  if (answer?.status !== 201) return undefined;
  const { id, client_id: clientId, client_secret: secret } = answer.body;
  return { id: String(id), clientId: String(clientId), secret: String(secret) };
}

/** The new secret, if there is one. */
async function rotate(world: World, credential: string): Promise<string | undefined> {
  const path = `/iam/m2m-credentials/${credential}/rotate-secret`;
  const answer = await world.askPlatform({ kind: 'rotate', credential }, path, { method: 'POST' });
  return answer?.status === 200 ? String(answer.body.client_secret) : undefined;
}

async function revoke(world: World, credential: string): Promise<void> {
  const path = `/iam/m2m-credentials/${credential}`;
  await world.askPlatform({ kind: 'revoke', credential }, path, { method: 'DELETE' });
}

/** At each replica, because each decides for itself. */
async function accessTwice(world: World, credential: string, token: string): Promise<void> {
  for (const replica of world.product.of('platform-api/main'))
    await world.ask({ kind: 'access', credential }, '/self/me', { replica, token });
}

/** A token by client credentials, if a platform replica accepts it. */
async function authenticate(world: World, { id, clientId, secret }: Credential): Promise<string | undefined> {
  const replica = world.platform();
  const operation = { kind: 'authenticate', credential: id, secret: fingerprint(secret) } as const;
  const call: Omit<Call, 'answer' | 'endedAt'> = {
    kind: 'call',
    id: world.recorder.nextCall(),
    operation,
    replica: replica.name,
    sentAt: world.recorder.now(),
  };
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const signal = AbortSignal.timeout(15_000);
  const answered = (async (): Promise<{ status: number; token?: string; error?: string }> => {
    const issued = await callHttp(`${world.product.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      signal,
    });
    if (issued.status !== 200)
      return { status: issued.status, error: `token endpoint: ${issued.text.slice(0, 200)}` };
    const token = String(issued.body.access_token);
    const { status } = await callHttp(`${replica.origin}/self/me`, {
      headers: { authorization: `Bearer ${token}`, 'x-request-id': call.id },
      signal,
    });
    return { status, ...(status === 200 && { token }) };
  })();
  const answer = await answered.catch(() => undefined);
  world.recorder.record({
    ...call,
    endedAt: world.recorder.now(),
    ...(answer && {
      answer: { status: answer.status, ...(answer.error !== undefined && { error: answer.error }) },
    }),
  });
  return answer?.token;
}
