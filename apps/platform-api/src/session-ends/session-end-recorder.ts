import { ConsoleSessionStore, MemberDirectory, type SessionEnd, TokenCutOffs } from '@governance/iam';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ManagedIssuer } from '../managed-issuer';

/**
 * Ends the tokens and console sessions of users whose sessions have ended at the identity provider, by a new password or second
 * factor. The provider keeps each end until it is recorded. Several may run at once.
 */
@Injectable()
export class SessionEndRecorder {
  private readonly logger = new Logger('SessionEnds');

  constructor(
    private readonly directory: MemberDirectory,
    private readonly cutOffs: TokenCutOffs,
    @Inject(ConsoleSessionStore) private readonly sessions: Pick<ConsoleSessionStore, 'endUntil'>,
    private readonly managed: ManagedIssuer,
  ) {}

  /** Rejects with `IdentityProviderUnavailable` or `StoreUnavailable`. */
  async recordAll(): Promise<void> {
    let ends: readonly SessionEnd[];
    do {
      ends = await this.directory.sessionEnds();
      for (const end of ends) await this.record(end);
    } while (ends.length > 0);
  }

  private async record({ id, subject, orgIds, endedAt }: SessionEnd): Promise<void> {
    const person = { issuer: this.managed.issuer, subject };
    for (const orgId of orgIds) await this.cutOffs.endSessions({ ...person, orgId }, endedAt);
    await this.sessions.endUntil(person, endedAt);
    await this.directory.forgetSessionEnd(id);
    this.logger.log({ msg: 'sessions ended', subject, organizations: orgIds });
  }
}
