import { isFresh, PlatformClient, SignInError, type TokenSource } from '@governance/client';
import {
  type ConsoleSession,
  ConsoleSessionStore,
  type ConsoleTokens,
  type Permission,
} from '@governance/iam';
import { Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { ConsoleIdentity } from './console-identity';
import { ConsoleSettings } from './console-settings';
import { type KnownCaller, PermissionSource } from './permission-source';
import { isRefusal, problemOfSignIn } from './problem-of-call';

const leaseMs = 20_000;
const pauseMs = 100;
const callMs = 10_000;

/** The API of the platform, called with the tokens of a session. Tokens are refreshed once for all processes. */
@Injectable()
export class ConsoleApi extends PermissionSource {
  private readonly refreshing = new Map<string, Promise<ConsoleTokens>>();
  /** One for each request of a browser, so that its calls have the same token. */
  // eslint-disable-next-line no-restricted-syntax -- services know the session of a request, and not the request
  private readonly sources = new WeakMap<ConsoleSession, TokenSource>();

  constructor(
    private readonly settings: ConsoleSettings,
    private readonly sessions: ConsoleSessionStore,
    private readonly identity: ConsoleIdentity,
    private readonly clock: Clock,
  ) {
    super();
  }

  clientOf(session: ConsoleSession): PlatformClient {
    const { ownUrl: baseUrl } = this.settings;
    const retry = { retries: 1, maxDelayMs: 2_000 };
    return new PlatformClient({ baseUrl, tokens: this.sourceOf(session), timeoutMs: callMs, retry });
  }

  /** Refreshed if it ends. */
  override tokenOf(session: ConsoleSession): Promise<string> {
    return this.sourceOf(session).token();
  }

  override async callerOf(session: ConsoleSession): Promise<KnownCaller> {
    const me = await this.clientOf(session).get('/self/me');
    return {
      permissions: new Set(me.permissions as Permission[]),
      organization: {
        id: me.org_id ?? undefined,
        name: me.org_name ?? undefined,
        hasOthers: me.has_other_orgs ?? undefined,
      },
    };
  }

  private sourceOf(session: ConsoleSession): TokenSource {
    const source = this.sources.get(session) ?? this.newSource(session);
    this.sources.set(session, source);
    return source;
  }

  private newSource(session: ConsoleSession): TokenSource {
    let { tokens } = session;
    return {
      token: async () => {
        if (!isFresh(tokens, this.now)) tokens = await this.refreshed(session);
        return tokens.accessToken;
      },
    };
  }

  private refreshed(session: ConsoleSession): Promise<ConsoleTokens> {
    const { id } = session;
    const running =
      this.refreshing.get(id) ??
      this.refresh(session).finally(() => {
        this.refreshing.delete(id);
      });
    this.refreshing.set(id, running);
    return running;
  }

  private async refresh(session: ConsoleSession): Promise<ConsoleTokens> {
    const giveUp = this.now + leaseMs;
    while (this.now <= giveUp) {
      const lease = { now: this.clock.now(), leaseEnds: new Date(this.now + leaseMs) };
      const begun = await this.sessions.beginRefresh(session.id, lease);
      if (begun !== undefined) return this.carryOut(session, begun);
      // Another process refreshes the tokens, or the session has ended.
      const stored = await this.sessions.tokensOf(session.id);
      if (stored === undefined) throw new Problem('unauthenticated', 'the session has ended');
      if (isFresh(stored, this.now)) return stored;
      await pause(pauseMs);
    }
    throw new Problem('unavailable', 'the tokens could not be refreshed');
  }

  private async carryOut(session: ConsoleSession, begun: ConsoleTokens): Promise<ConsoleTokens> {
    const { id, person } = session;
    let tokens = begun;
    try {
      if (!isFresh(begun, this.now)) tokens = await this.identity.refresh(begun);
    } catch (error) {
      if (error instanceof SignInError && isRefusal(error)) await this.sessions.end(person, id);
      else await this.sessions.replaceTokens(id, begun);
      throw problemOfSignIn(error);
    }
    await this.sessions.replaceTokens(id, tokens);
    return tokens;
  }

  private get now(): number {
    return this.clock.now().getTime();
  }
}
