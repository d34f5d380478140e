import { type CredentialsApp, type Request } from './credentials-app';

export const clientsPath = '/org/clients';

/** Creates a client. Returns its id. */
export async function createClient(
  { ask }: Pick<CredentialsApp, 'ask'>,
  members: object = {},
  request: Request = {},
): Promise<string> {
  const answer = await ask('POST', clientsPath, { ...request, body: { name: 'Globex Ltd', ...members } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return String(answer.body.id);
}
