import { type KeyAlgorithm } from '@governance/iam';
import { makeKeyPair, refusedKeys } from '@governance/iam/spec';
import { type HttpAnswer } from '@governance/testing';
import { type CanaryWalk } from './canary-walk';

/** Where credentials are managed, with a token that may manage them. */
export interface Place {
  /** The URL of the credentials. */
  readonly credentials: string;
  readonly token: string;
}

/** A machine that still exists afterwards. */
export interface Machine {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
}

/** Calls every credential operation, correctly. */
export async function useCredentials(walk: CanaryWalk, { credentials, token }: Place): Promise<Machine> {
  // The permissions that the machine needs to do the same.
  const permissions = ['m2m:credentials:read', 'm2m:credentials:write'];
  const body = { name: 'Nightly export', type: 'client_secret', permissions };
  const headers = { 'idempotency-key': walk.canary('an idempotency key') };
  const { body: created } = await walk.issue(201, `POST ${credentials}`, { token, body, headers });
  const replay = await walk.ask(201, `POST ${credentials}`, { token, body, headers });
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  await walk.ask(422, `POST ${credentials}`, { token, body: { ...body, name: 'Another' }, headers });

  const one = `${credentials}/${String(created.id)}`;
  const ending = { secret_valid_for_days: 30, overlap_seconds: 3_600 };
  await walk.issue(200, `POST ${one}/rotate-secret`, { token, body: ending });
  await walk.ask(204, `DELETE ${one}/previous-secret`, { token });
  await walk.ask(404, `DELETE ${one}/previous-secret`, { token });
  const { body: rotated } = await walk.issue(200, `POST ${one}/rotate-secret`, { token });
  await walk.ask(200, `PATCH ${one}`, { token, body: { name: 'Renamed' } });
  await walk.ask(200, `GET ${credentials}`, { token });
  const { body: revoked } = await walk.issue(201, `POST ${credentials}`, { token, body });
  await walk.ask(204, `DELETE ${credentials}/${String(revoked.id)}`, { token });
  await walk.ask(404, `DELETE ${credentials}/${String(revoked.id)}`, { token });
  return {
    id: String(created.id),
    clientId: String(created.client_id),
    secret: String(rotated.client_secret),
  };
}

/** A machine with a key. Its private half leaves this process only in requests that send it by mistake. */
export async function useKeys(
  walk: CanaryWalk,
  { credentials, token }: Place,
): Promise<{ readonly clientId: string; readonly privatePem: string }> {
  const newKey = (algorithm: KeyAlgorithm): { publicPem: string; privatePem: string } => {
    const { publicPem, privatePem } = makeKeyPair(algorithm);
    return { publicPem, privatePem: walk.privateKey('a private key', privatePem) };
  };
  const create = (status: number, public_key: string): Promise<HttpAnswer> => {
    const body = { name: 'With a key', type: 'public_key', public_key };
    return walk.ask(status, `POST ${credentials}`, { token, body });
  };
  const [first, second] = [newKey('ES256'), newKey('ES256')];
  const { body: created } = await create(201, first.publicPem);
  const rotate = `POST ${credentials}/${String(created.id)}/rotate-secret`;
  for (const { publicPem, privatePem } of [first, second, newKey('RS256'), newKey('EdDSA')]) {
    await create(400, privatePem);
    await create(400, publicPem + privatePem);
    await walk.ask(400, rotate, { token, body: { new_public_key: privatePem } });
  }
  await walk.ask(200, rotate, { token, body: { new_public_key: second.publicPem } });
  return { clientId: String(created.client_id), privatePem: second.privatePem };
}

/** Sends every kind of text that is not an acceptable key. */
export async function sendRefusedKeys(walk: CanaryWalk, { credentials, token }: Place): Promise<void> {
  for (const [name, pem] of Object.values(refusedKeys).flatMap((texts) => Object.entries(texts))) {
    const lines = pem.match(/^[\w+/=]{16,}$/gm) ?? [];
    const end = Buffer.from(lines.join(''), 'base64').subarray(-24);
    // A text of few distinct bytes would be found everywhere.
    if (new Set(end).size > 12) walk.canaries.add(`a refused key (${name})`, end);
    const body = { name: 'Refused', type: 'public_key', public_key: pem };
    await walk.ask(400, `POST ${credentials}`, { token, body });
  }
}

/** Errors of malformed requests must not quote them. */
export async function sendMalformed(walk: CanaryWalk, { credentials, token }: Place): Promise<void> {
  const canary = walk.canary('what was in a malformed body');
  const named = { name: 'Malformed', type: 'client_secret' };
  const bodies: unknown[] = [
    { ...named, type: canary },
    { ...named, name: [canary] },
    { ...named, name: `${canary}\u0007` },
    { ...named, name: canary.repeat(3) },
    { ...named, client_secret: canary },
    { ...named, expires_at: canary },
    { ...named, valid_for_days: canary },
    { ...named, service_identity_id: canary },
    { ...named, public_key: canary },
    { ...named, type: 'public_key', public_key: { [canary]: canary } },
    {
      ...named,
      type: 'public_key',
      public_key: `-----BEGIN PUBLIC KEY-----\n${canary}\n-----END PUBLIC KEY-----\n`,
    },
    `{"name":"${canary}","type":`,
    `{"name":"${canary}\\u0000"}`,
    `{"name":"\\ud800${canary}","type":"client_secret"}`,
    `["${canary}"]`,
    `"${canary}"`,
    canary,
    '['.repeat(100) + `"${canary}"` + ']'.repeat(100),
  ];
  for (const body of bodies) await walk.ask(400, `POST ${credentials}`, { token, body });
  const tooLarge = { ...named, name: canary.repeat(3_000) };
  await walk.ask(413, `POST ${credentials}`, { token, body: tooLarge });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await walk.ask(415, `POST ${credentials}`, { token, body: `client_secret=${canary}`, headers: form });
  for (const key of [canary.slice(0, 15), `${canary}é`, canary.repeat(6)]) {
    const headers = { 'idempotency-key': key };
    await walk.ask(400, `POST ${credentials}`, { token, body: named, headers });
  }
  await walk.ask(404, `DELETE ${credentials}/${canary}`, { token });
  await walk.ask(404, `PATCH ${credentials}/${canary}`, { token, body: { name: 'Renamed' } });
  await walk.ask(404, `GET ${credentials}/${canary}/${canary}`, { token });
  await walk.ask(400, `GET ${credentials}?api-version=${canary}`, { token });
  await walk.ask(405, `PUT ${credentials}`, { token, body: `{"client_secret":"${canary}"}` });
}
