import { permissions, permissionsOfRole, roles } from '@governance/iam';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interpolated, readCompose } from '../src/compose-file';

const docker = join(__dirname, '../../../docker');

interface Role {
  readonly name: string;
  readonly composites?: { readonly realm: readonly string[] };
}

interface Realm {
  readonly realm: string;
  readonly roles: {
    readonly realm: readonly Role[];
    readonly client: Readonly<Record<string, readonly Role[]>>;
  };
  readonly clients: readonly {
    readonly clientId: string;
    readonly publicClient?: boolean;
    readonly secret?: string;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly protocolMappers?: readonly { readonly config: Readonly<Record<string, string>> }[];
  }[];
  readonly users?: unknown;
}

describe('the realm of Keycloak', () => {
  const realm = JSON.parse(readFileSync(join(docker, 'keycloak/governance-realm.json'), 'utf8')) as Realm;
  const cli = realm.clients.find(({ clientId }) => clientId === 'governance-cli');
  const mapped = (name: string) => cli?.protocolMappers?.flatMap(({ config }) => config[name] ?? []);

  it('has the permissions and roles of the platform, with the right permissions per role', () => {
    expect(realm.roles.realm.map(({ name }) => name)).toEqual([...permissions]);
    const realmRoles = realm.roles.client['governance-platform'] ?? [];
    expect(realmRoles.map(({ name }) => name)).toEqual([...roles]);
    for (const role of roles) {
      const { composites } = realmRoles.find(({ name }) => name === role) ?? {};
      expect(composites?.realm.toSorted()).toEqual([...permissionsOfRole(role)].toSorted());
    }
  });

  it('issues tokens with the type, audience and claims that the platform requires', () => {
    const { environment = {} } =
      readCompose(readFileSync(join(docker, 'compose.yaml'), 'utf8')).services['platform-api'] ?? {};
    expect(cli?.attributes).toMatchObject({ 'access.token.header.type.rfc9068': 'true' });
    expect(mapped('included.custom.audience')).toEqual([
      interpolated(environment.PLATFORM_BASE_URL ?? '', {}),
    ]);
    expect(mapped('claim.name')).toEqual(['org_id', 'permissions', 'roles']);
  });

  it('contains neither users nor secrets', () => {
    expect(realm.users).toBeUndefined();
    expect(realm.clients.filter(({ secret }) => secret !== undefined)).toEqual([]);
  });
});
