import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interpolated, readCompose } from '../src/compose-file';

const docker = join(__dirname, '../../../../docker');
const text = readFileSync(join(docker, 'keycloak/governance-realm.json'), 'utf8');
const { environment: ofPlatform = {} } =
  readCompose(readFileSync(join(docker, 'compose.yaml'), 'utf8')).services['platform-api'] ?? {};

interface Realm {
  readonly realm: string;
  readonly clientScopes: readonly {
    readonly name: string;
    readonly protocolMappers?: readonly { readonly config: Readonly<Record<string, string>> }[];
  }[];
  readonly clients: readonly { readonly clientId: string; readonly secret?: string }[];
  readonly users: readonly { readonly serviceAccountClientId?: string; readonly credentials?: unknown }[];
  readonly organizations: readonly { readonly alias: string }[];
}

/** `tools/keycloak` compares the file with what the command prepares. */
describe('the realm of Keycloak', () => {
  const realm = JSON.parse(text) as Realm;

  it('issues tokens for the platform of Compose', () => {
    const audiences = realm.clientScopes
      .flatMap(({ protocolMappers = [] }) => protocolMappers)
      .flatMap(({ config }) => config['included.custom.audience'] ?? []);
    expect(audiences).toEqual([interpolated(ofPlatform.PLATFORM_BASE_URL ?? '', {})]);
  });

  it('is the issuer that the surfaces accept', () => {
    const { issuers } = JSON.parse(readFileSync(join(docker, 'keycloak/issuers.json'), 'utf8')) as {
      readonly issuers: readonly { readonly issuer: string; readonly jwksUri: string }[];
    };
    const path = `/realms/${realm.realm}`;
    expect(issuers).toEqual([
      expect.objectContaining({
        issuer: `http://localhost:8080${path}`,
        jwksUri: `http://keycloak:8080${path}/protocol/openid-connect/certs`,
      }),
    ]);
  });

  it('has one secret, which the import replaces by a variable that Compose requires', () => {
    const secrets = realm.clients.flatMap(({ clientId, secret }) => (secret ? [[clientId, secret]] : []));
    expect(secrets).toEqual([['governance-service', '${KEYCLOAK_CLIENT_SECRET}']]);
    const { environment = {} } =
      readCompose(readFileSync(join(docker, 'compose.yaml'), 'utf8')).services.keycloak ?? {};
    expect(environment.KEYCLOAK_CLIENT_SECRET).toMatch(/^\$\{KEYCLOAK_CLIENT_SECRET:\?/);
    expect(text).not.toMatch(/privateKey|certificate"|\*{6}/);
  });

  it('has no users but the account of its service', () => {
    expect(realm.users).toEqual([expect.objectContaining({ serviceAccountClientId: 'governance-service' })]);
    expect(realm.users.flatMap(({ credentials }) => credentials ?? [])).toEqual([]);
  });
});
