import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { must } from './demo-checks';
import { discover } from './platform-demo/discover';
import { signIn } from './platform-demo/sign-in';
import { type IssuedCredential } from './seed/credentials-api';
import { JsonApi } from './seed/json-api';
import { readDescription, type StackDescription, type StackUser } from './stack-description';
import { stackFiles } from './stack-files';
import { Terminal } from './terminal';

const credentials = '/iam/m2m-credentials';
const version = '?api-version=1.0';
const timeoutMs = 30_000;
const terminal = new Terminal(process.stdout);

async function signInHere(stack: StackDescription, user: StackUser): Promise<string> {
  const token = await signIn({
    ...stack,
    user,
    onDevice: (device) => {
      terminal.done('Device code', `${device.user_code}, to be entered at ${device.verification_uri}`);
    },
  });
  terminal.done('Signed in', `as ${user.email}, with password and second factor`);
  return token;
}

async function callAsMachine(
  stack: StackDescription,
  credential: IssuedCredential,
): Promise<{ readonly token: string; readonly listed: readonly { readonly id: string }[] }> {
  const secret = openid.ClientSecretBasic(credential.client_secret);
  const client = await discover(stack.machineIssuer, credential.client_id, secret);
  const { access_token: token } = await openid.clientCredentialsGrant(client);
  const { body } = await api(stack, token).call({ method: 'GET', path: credentials + version }, 200);
  return {
    token,
    listed: (body as { readonly credentials: readonly { readonly id: string }[] }).credentials,
  };
}

function api({ platformUrl: url }: StackDescription, token: string): JsonApi {
  return new JsonApi({ url, token, signal: AbortSignal.timeout(timeoutMs) });
}

async function walk(stack: StackDescription): Promise<void> {
  const user = stack.users.find(({ role }) => role === 'account-admin');
  must(user !== undefined, 'the stack has no account admin');
  const admin = api(stack, await signInHere(stack, user));
  const { body } = await admin.call(
    {
      method: 'POST',
      path: credentials + version,
      body: { name: 'Machine of the demo', type: 'client_secret' },
      headers: { 'idempotency-key': randomUUID() },
    },
    201,
  );
  const credential = body as IssuedCredential;
  terminal.done(`POST ${credentials}`, `201, ${credential.client_id}`);
  let token: string;
  try {
    const asMachine = await callAsMachine(stack, credential);
    token = asMachine.token;
    must(
      asMachine.listed.some(({ id }) => id === credential.id),
      'the list of the machine lacks its own credential',
    );
    terminal.done('As that machine', `client_credentials, ${asMachine.listed.length} credentials listed`);
  } finally {
    await admin.call({ method: 'DELETE', path: `${credentials}/${credential.id}${version}` }, 204);
  }
  await api(stack, token).call({ method: 'GET', path: credentials + version }, 401);
  terminal.done('Revoked', 'the token of the machine is refused at once');
}

async function demo(): Promise<void> {
  const { STACK_FILE: file = stackFiles(join(__dirname, '..', '..', '..')).description } = process.env;
  const stack = readDescription(file);
  must(stack !== undefined, 'no stack is running. Run `npm start`, wait until it is up, and run this again');
  terminal.say('');
  await walk(stack);
  terminal.say('');
}

demo().catch((error: unknown) => {
  terminal.fail(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
