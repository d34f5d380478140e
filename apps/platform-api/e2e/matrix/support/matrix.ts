import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../../support/credentials-app';
import { type PlatformAppOptions } from '../../support/platform-app';
import { told, type Told } from './answers';
import { type MatrixRow, namesCredential, namesMember, sampleMember } from './rows';

/** How a row's request differs from the sample. */
export interface Variation {
  /** Absent: no token. */
  readonly token?: string;
  /** The value of `Authorization`, when it is not a bearer token. */
  readonly authorization?: string;
  /** `api-version=2.0` */
  readonly query?: string;
  /** Replaces the sample's body. */
  readonly body?: string;
  /** Replaces the credential that all refused requests name. */
  readonly credentialId?: string;
  /** Replaces the sample member. */
  readonly memberId?: string;
}

/** The platform surface, for the requests of all rows. */
export interface Matrix {
  readonly app: CredentialsApp;
  ask(row: MatrixRow, variation?: Variation): Promise<HttpAnswer>;
  told(row: MatrixRow, variation?: Variation): Promise<Told>;
  /** The response to an admitted request, on a new credential made by an admin of the organization, or on its sample member. */
  askInOrg(row: MatrixRow, token: string, orgId?: string): Promise<HttpAnswer>;
  /** Everything that a refused request could have changed. */
  state(): Promise<unknown>;
}

export async function startMatrix(options?: PlatformAppOptions): Promise<Matrix> {
  const app = await startCredentialsApp(options);
  const { id: shared } = await app.create();
  const putMember = (orgId: string): void => {
    app.provider.members.put(orgId, { id: sampleMember, role: 'viewer' });
  };
  putMember(app.orgId);
  const ask: Matrix['ask'] = (row, { credentialId = shared, memberId, query = '', ...variation } = {}) => {
    const [method = ''] = row.route.split(' ', 1);
    const { path, body } = row.request(credentialId, memberId);
    return app.call(query === '' ? path : `${path}?${query}`, {
      method,
      ...initOf({ ...(body && { body: JSON.stringify(body) }), ...variation }),
    });
  };
  return {
    app,
    ask,
    told: async (row, variation) => told(await ask(row, variation)),
    askInOrg: async (row, token, orgId = app.orgId) => {
      if (namesMember(row)) {
        putMember(orgId);
        const answer = await ask(row, { token });
        putMember(orgId);
        return answer;
      }
      if (!namesCredential(row)) return ask(row, { token });
      const admin = app.personToken({ org_id: orgId });
      return ask(row, { token, credentialId: (await app.create({}, { token: admin })).id });
    },
    state: async () => ({
      profiles: await app.sql('SELECT * FROM profiles ORDER BY subject'),
      credentials: await app.sql('SELECT id, name, state, last_rotated_at FROM m2m_credentials ORDER BY id'),
      changes: await app.sql('SELECT * FROM credential_intents'),
      clients: app.provider.clientIds,
      mail: await app.sql('SELECT id, state FROM deliveries ORDER BY id'),
      offers: [...app.provider.gateway.offers.values()],
      members: app.provider.members.all(app.orgId),
      cutOffs: await app.sql('SELECT * FROM token_cut_offs ORDER BY org_id, subject'),
    }),
  };
}

function initOf({
  token,
  authorization,
  body,
}: Omit<Variation, 'query' | 'credentialId' | 'memberId'>): RequestInit {
  const credentials = token === undefined ? authorization : `Bearer ${token}`;
  return {
    headers: {
      ...(credentials !== undefined && { authorization: credentials }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  };
}
