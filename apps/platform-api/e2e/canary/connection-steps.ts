import { type Replica } from '@governance/testing';
import { type CanaryWalk } from './canary-walk';

const what = 'our secret at a provider that an admin added';
/** Nothing listens there. */
const issuer = 'https://127.0.0.1:9';

/** Adds, changes, tests and removes a connection, correctly and incorrectly. */
export async function useConnections(
  walk: CanaryWalk,
  { platform, token }: { readonly platform: Replica; readonly token: string },
): Promise<void> {
  const connections = `${platform.origin}/iam/connections`;
  const body = { name: 'Own', issuer, client_id: 'us', client_secret: walk.canary(what), enabled: false };
  const added = await walk.ask(201, `POST ${connections}`, { token, body });
  const own = `${connections}/${String(added.body.id)}`;
  const secret = { client_secret: walk.canary(what) };
  await walk.ask(200, `PATCH ${own}`, { token, body: secret });
  await walk.ask(400, `PATCH ${own}`, { token, body: { client_secret: `${walk.canary(what)} ` } });
  await walk.ask(400, `POST ${connections}`, { token, body: { ...body, issuer: walk.canary(what) } });
  await walk.ask(401, `PATCH ${own}`, { body: secret });
  await walk.ask(404, `PATCH ${connections}/unknown`, { token, body: secret });
  await walk.ask(200, `POST ${own}/test`, { token });
  await walk.ask(204, `DELETE ${own}`, { token });
}
