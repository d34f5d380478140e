import { randomUUID } from 'node:crypto';
import { type ConsoleAnswer, type ConsoleApp, ConsoleVisitor } from './console';
import { addPerson, type TestPerson } from './people';

export type Role = 'account-admin' | 'client-manager' | 'viewer';

interface Membership {
  readonly orgId?: string;
  readonly role?: Role;
}

/** A member of an organization, in a browser that is signed in to the console. */
export class SignedIn {
  private constructor(
    readonly app: ConsoleApp,
    readonly orgId: string,
    readonly person: TestPerson,
    readonly visitor: ConsoleVisitor,
    /** Of the forms. */
    readonly token: string,
  ) {}

  /** By default an administrator of a new organization. */
  static async member(
    app: ConsoleApp,
    { orgId = `org_${randomUUID()}`, role = 'account-admin' }: Membership = {},
  ): Promise<SignedIn> {
    return SignedIn.enter(app, orgId, await addPerson(app.identity, { places: [[orgId, role]] }));
  }

  static async enter(app: ConsoleApp, orgId: string, person: TestPerson): Promise<SignedIn> {
    const visitor = new ConsoleVisitor(app);
    await visitor.signIn(person);
    return new SignedIn(app, orgId, person, visitor, await visitor.formToken('/console/sessions'));
  }

  /** A colleague who has no browser. */
  join(role: Role): Promise<TestPerson> {
    return addPerson(this.app.identity, { places: [[this.orgId, role]] });
  }

  /** A colleague in another browser. */
  colleague(role: Role): Promise<SignedIn> {
    return SignedIn.member(this.app, { orgId: this.orgId, role });
  }

  get(path: string): Promise<ConsoleAnswer> {
    return this.visitor.get(`/console${path && `/${path}`}`);
  }

  async page(path: string): Promise<string> {
    return (await this.get(path)).html;
  }

  post(path: string, fields: Record<string, string> = {}): Promise<ConsoleAnswer> {
    return this.visitor.post(`/console/${path}`, { token: this.token, ...fields });
  }
}

/** The status and the path of a redirect. */
export function locationOf({ status, location }: ConsoleAnswer): unknown[] {
  return [status, location.replace(/^https?:\/\/[^/]+/, '')];
}
