import { type Replica } from '@governance/testing';
import { type Relay } from '../machines/relay';
import { type System } from '../machines/system';
import { type CanaryWalk } from './canary-walk';
import { type EchoProvider } from './echo-provider';

const path = '/iam/m2m-credentials';
const body = { name: 'Nightly export', type: 'client_secret' };

/** Two credentials to change during an outage. */
async function twoCredentials(walk: CanaryWalk, origin: string, token: string): Promise<readonly string[]> {
  const created = [
    await walk.issue(201, `POST ${origin}${path}`, { token, body }),
    await walk.issue(201, `POST ${origin}${path}`, { token, body }),
  ];
  return created.map((answer) => `${path}/${String(answer.body.id)}`);
}

/** Calls a platform process whose provider echoes everything it receives. */
export async function meetEchoes(
  walk: CanaryWalk,
  {
    platform,
    echoing,
    token,
  }: { readonly platform: Replica; readonly echoing: Replica; readonly token: string },
  echo: EchoProvider,
): Promise<void> {
  const [one = '', other = ''] = await twoCredentials(walk, platform.origin, token);
  for (let calls = 0; calls < 4; calls += 1)
    await walk.ask(503, `POST ${echoing.origin}${path}`, { token, body });
  await walk.ask(503, `POST ${echoing.origin}${one}/rotate-secret`, { token });
  await walk.ask(200, `PATCH ${echoing.origin}${other}`, { token, body: { name: 'Renamed' } });
  await walk.ask(204, `DELETE ${echoing.origin}${other}`, { token });
  const secrets = echo.received.flatMap((received) => received.match(/gmc_\w+/g) ?? []);
  expect(secrets).toHaveLength(5);
  for (const secret of secrets) walk.canaries.add('a secret that was never issued', secret);
}

/** Calls the platform while the relay to the database is cut, and after it is restored. */
export async function loseDatabase(
  walk: CanaryWalk,
  { platform, database }: { readonly platform: Replica; readonly database: Relay },
  { person, machine }: { readonly person: string; readonly machine: string },
): Promise<void> {
  const { origin } = platform;
  await database.cut();
  const headers = { 'idempotency-key': walk.canary('an idempotency key') };
  await walk.ask(503, `POST ${origin}${path}`, { token: person, body, headers });
  await walk.ask(503, `GET ${origin}${path}`, { token: person });
  await walk.ask(503, `GET ${origin}/self/me`, { token: machine });
  const phone_number = '+442079460123';
  await walk.ask(503, `PATCH ${origin}/self/profile`, { token: person, body: { phone_number } });
  await database.mend();
  await walk.issue(201, `POST ${origin}${path}`, { token: person, body, headers });
}

/** Calls the platform while the provider is down, and after it is back; a reconciler runs both times. */
export async function loseProvider(
  walk: CanaryWalk,
  system: System,
  { platform, token }: { readonly platform: Replica; readonly token: string },
): Promise<void> {
  const { origin } = platform;
  const [one = '', other = ''] = await twoCredentials(walk, origin, token);
  await system.identity.crash();
  await walk.ask(503, `POST ${origin}${path}`, { token, body });
  await walk.ask(503, `POST ${origin}${one}/rotate-secret`, { token });
  await walk.ask(200, `PATCH ${origin}${other}`, { token, body: { name: 'Renamed' } });
  await walk.ask(204, `DELETE ${origin}${other}`, { token });
  const without = await system.serve('platform-api/main');
  await walk.ask(503, `GET ${without.origin}/self/me`, { token });

  await system.sql(`UPDATE credential_intents SET lease_until = now() - interval '1 second'`);
  expect(await system.run('platform-api/reconcile')).toMatchObject({ code: 1 });
  await system.identity.restart();
  await system.sql(`UPDATE credential_intents SET lease_until = now() - interval '1 second'`);
  expect(await system.run('platform-api/reconcile')).toMatchObject({ code: 0, stderr: '' });
}
