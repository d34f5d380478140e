import { decodeJwt } from 'jose';
import { preparedRealm } from '../guard';
import { type CodeKind, createPerson, type Person } from '../person';
import { signInByCode } from '../sign-in';
import { audience, createTestRealm, type TestRealm } from '../test-realm';
import { FormBrowser } from '../visited-page';
import { orgId, otherOrgId, type SignIn, strictOrgId } from './way';

/** `acr_values` for a second factor. */
export const multiFactor = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** A user of the realm, whose browser has a session there. */
export interface Visitor {
  readonly person: Person;
  readonly browser: FormBrowser;
}

/** A token, and the fields that the pages asked the user for. */
export interface SignedIn {
  readonly token: string;
  readonly asked: readonly string[];
}

interface Named {
  readonly id: string;
  readonly alias: string;
}

const website = 'website';
const orgIds = [orgId, otherOrgId, strictOrgId];

/** A realm as `npm run operate -- keycloak` makes it, whose users sign in to a website. */
export class KeycloakPeople {
  /** One visitor for each kind of sign-in, whose session continues. */
  private readonly known = new Map<string, Promise<Visitor>>();

  private constructor(readonly realm: TestRealm) {}

  static async open(): Promise<KeycloakPeople> {
    const realm = await createTestRealm(
      '--audience',
      audience,
      ...orgIds.flatMap((each) => ['--organization', each]),
    );
    const people = new KeycloakPeople(realm);
    await people.addClient(website, { publicClient: true, redirectUris: ['http://127.0.0.1/*'] });
    return people;
  }

  get issuer(): string {
    return this.realm.issuer;
  }

  issuerEntry(issues: readonly ('people' | 'machines')[]): object {
    return { ...preparedRealm, issuer: this.issuer, issues };
  }

  addClient(id: string, members: Readonly<Record<string, unknown>>): Promise<void> {
    return addClient(this.realm, id, members);
  }

  async addVisitor(memberships: Parameters<typeof createPerson>[1], codes?: CodeKind): Promise<Visitor> {
    return { person: await createPerson(this.realm, memberships, codes), browser: new FormBrowser() };
  }

  /** Removes a user from an organization at Keycloak. */
  async removeMember({ person }: Visitor, alias: string): Promise<void> {
    const { operator, name } = this.realm;
    const found = (await operator.call('GET', `/${name}/organizations`)) as Named[];
    const id = found.find((each) => each.alias === alias)?.id ?? '';
    await operator.call('DELETE', `/${name}/organizations/${id}/members/${person.id}`);
  }

  /** The access token of a user who signs in with a second factor, or whose session continues. */
  async tokenOf({ orgId: place = orgId, role = 'account-admin' }: SignIn = {}): Promise<string> {
    const key = `${place} ${role}`;
    const visitor = this.known.get(key) ?? this.addVisitor({ [place]: role });
    this.known.set(key, visitor);
    return (await this.signIn(await visitor, { acr_values: multiFactor }, place)).token;
  }

  /** An authorization request for an organization, answered by the user. */
  async signIn(
    visitor: Visitor,
    parameters: Readonly<Record<string, string>> = {},
    place = orgId,
  ): Promise<SignedIn> {
    const scope = `openid api:full:read api:full:write organization:${place}`;
    const visit = { ...visitor, clientId: website, parameters: { scope, ...parameters } };
    const { access_token: token, asked } = await signInByCode(this.realm, visit);
    return { token, asked };
  }
}

/** An application of the realm, with the claims and the authentication flow that the command prepares. */
export async function addClient(
  { operator, name }: TestRealm,
  clientId: string,
  members: Readonly<Record<string, unknown>>,
): Promise<void> {
  const flows = (await operator.call('GET', `/${name}/authentication/flows`)) as Named[];
  await operator.call('POST', `/${name}/clients`, {
    clientId,
    attributes: {
      'access.token.header.type.rfc9068': 'true',
      'acr.loa.map': JSON.stringify({ [multiFactor]: '2' }),
    },
    authenticationFlowBindingOverrides: { browser: flows.find(({ alias }) => alias === 'governance')?.id },
    defaultClientScopes: ['basic', 'email', 'profile', 'governance', 'organization'],
    optionalClientScopes: ['api:full:read', 'api:full:write'],
    ...members,
  });
}

/** When the user showed the second factor, as a token of the realm says. */
export function factorAtKeycloak(token: string): number {
  const { loa_map: map } = decodeJwt<{ readonly loa_map: Readonly<Record<string, number>> }>(token);
  return map['2'] ?? 0;
}
