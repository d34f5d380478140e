import { SecondFactorCheck, TokenSettings } from '@governance/auth-guards';
import { type Caller, claimsToCaller, type ConsoleSession } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { ConsoleApi } from './console-api';
import { ConsolePermissions } from './console-permissions';
import { ifServed } from './if-served';

/** More sessions than a process serves at once. One that is forgotten costs a request. */
const mostKnown = 1_000;

/** Whether a person is to set up a second factor, so that a page says it before the API refuses the first write. */
@Injectable()
export class MissingFactor {
  /** The sessions of people who have one. */
  private readonly provided = new Set<string>();

  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly secondFactor: SecondFactorCheck,
    private readonly tokens: TokenSettings,
  ) {}

  /** True only if the organization requires a second factor and the provider knows that the person has none. */
  async isMissing(session: ConsoleSession): Promise<boolean> {
    if (this.provided.has(session.id)) return false;
    if (!this.permissions.lastOf(session).has('org:members:read')) return false;
    const caller = this.callerOf(await this.api.tokenOf(session));
    if (caller === undefined || !(await this.secondFactor.isDue(caller))) return false;
    const isMissing = (await this.hasFactor(session)) === false;
    if (!isMissing) this.keep(session.id);
    return isMissing;
  }

  /** The token is the session's own, from the provider: what it says decides about a page only. */
  private callerOf(token: string): Caller | undefined {
    try {
      const claims = decodeJwt(token);
      const accepted = this.tokens.issuers.find(({ profile }) => profile.issuer === claims.iss);
      return accepted && claimsToCaller(claims, accepted.profile);
    } catch {
      // The calls of the page say what is wrong with it.
      return undefined;
    }
  }

  /** Not known if the provider of a connection, or another identity provider, keeps it. The API has no operation for one member. */
  private async hasFactor(session: ConsoleSession): Promise<boolean | undefined> {
    const pages = this.api.clientOf(session).pages('/iam/members', { query: { limit: 200 } });
    for (;;) {
      const page = await ifServed(pages.next());
      if (page === undefined || page.done === true) return undefined;
      const own = page.value.members.find(({ id }) => id === session.person.subject);
      if (own) return own.second_factor ?? undefined;
    }
  }

  private keep(id: string): void {
    this.provided.add(id);
    const [oldest] = this.provided;
    if (this.provided.size > mostKnown && oldest !== undefined) this.provided.delete(oldest);
  }
}
