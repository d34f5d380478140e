import { callHttp } from '@governance/testing';
import { callApi, tokenRequest } from '../load/requests';
import { type Identity } from './identity';
import { type Program } from './program';

export const credentialsPath = '/iam/m2m-credentials';

export interface Credential {
  readonly id: string;
  readonly token: string;
}

export interface Credentials {
  /** A new credential, with a token that has been accepted. */
  add(): Promise<Credential>;
  revoke(credential: Credential): Promise<void>;
  /** @throws if the token is neither accepted nor refused. */
  isAccepted(credential: Credential): Promise<boolean>;
}

/** Credentials of machines: an admin manages them at one program, another or the same one receives their tokens. */
export async function manageCredentials(
  identity: Identity,
  { manager, receiver }: { readonly manager: Program; readonly receiver: Program },
): Promise<Credentials> {
  const adminToken = await identity.adminToken();
  const isAccepted = async ({ token }: Credential): Promise<boolean> => {
    const { status } = await callHttp(receiver.origin + credentialsPath, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 200 && status !== 401) throw new Error(`a token was answered ${status}`);
    return status === 200;
  };
  const add = async (): Promise<Credential> => {
    const body = { name: 'Nightly export', type: 'client_secret' };
    const created = await callApi('POST', manager.origin + credentialsPath, { token: adminToken, body });
    const client = { clientId: String(created.client_id), secret: String(created.client_secret) };
    const { path, ...request } = tokenRequest(client);
    const answer = await callHttp(identity.program.origin + path, request);
    const credential = { id: String(created.id), token: String(answer.body.access_token) };
    if (!(await isAccepted(credential))) throw new Error('an active credential is refused');
    return credential;
  };
  const revoke = async ({ id }: Credential): Promise<void> => {
    await callApi('DELETE', `${manager.origin}${credentialsPath}/${id}`, { token: adminToken });
  };
  return { add, revoke, isAccepted };
}
