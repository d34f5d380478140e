import { AuthenticatorApp } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';

export const password = 'a long password of the tests';

/** An account admin, who has an authenticator app once the organization requires one. */
export class TestAdmin {
  readonly userId = `user_${randomUUID()}`;
  readonly orgId = `org_${randomUUID()}`;
  readonly connectionId = `con_${randomUUID()}`;
  readonly secret = randomBytes(20);
  readonly app = new AuthenticatorApp(this.secret);

  constructor(readonly email = `user_${randomUUID()}@example.com`) {}
}
