import { browserInWords } from '@governance/http';
import {
  type ConsoleSession,
  consoleSessionMs,
  ConsoleSessionStore,
  formAfter,
  type KeptForm,
  type ListedConsoleSession,
} from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { randomBytes, randomUUID } from 'node:crypto';
import { ConsoleCookies } from './console-cookies';
import { type CompletedSignIn, ConsoleIdentity } from './console-identity';
import { SiteCookies } from './site-cookies';

/** 256 bits, as base64url. */
const secretForm = /^[\w-]{43}$/;

/** The sessions of people, by the cookie of their browser. */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly store: ConsoleSessionStore,
    private readonly identity: ConsoleIdentity,
    private readonly cookies: ConsoleCookies,
    private readonly siteCookies: SiteCookies,
    private readonly clock: Clock,
  ) {}

  /** Undefined if the browser has none, or it has ended. */
  async find(req: Request): Promise<ConsoleSession | undefined> {
    const secret = this.cookies.read(req, this.cookies.session);
    if (secret === undefined || !secretForm.test(secret)) return undefined;
    return this.store.use(secret, this.clock.now());
  }

  /**
   * Always new secrets, so that they are unknown before the sign-in. The session before it ends; a form that it keeps
   * stays if this sign-in was begun for it, by the same person.
   */
  async start(req: Request, res: Response, signedIn: CompletedSignIn): Promise<void> {
    const { issuer, subject, name, email, tokens } = signedIn;
    const person = { issuer, subject };
    const kept = await this.leaveBefore(req, signedIn);
    const now = this.clock.now();
    const id = randomUUID();
    const [secret, siteSecret] = [newSecret(), newSecret()];
    await this.store.start({
      id,
      secret,
      siteSecret: this.siteCookies.isWanted ? siteSecret : undefined,
      person,
      tokens,
      name,
      email,
      browser: browserInWords(req.headers['user-agent']),
      createdAt: now,
      endsAt: new Date(now.getTime() + consoleSessionMs),
    });
    const form = formAfter(kept, signedIn.formId);
    if (form) await this.store.keepForm(id, form, now);
    this.cookies.set(res, this.cookies.session, { value: secret });
    this.siteCookies.set(res, siteSecret);
  }

  /** Ends the session, and removes its cookies from the browser. */
  async signOut(session: ConsoleSession, res: Response): Promise<void> {
    await this.end(session);
    this.forget(res);
  }

  /** Removes what a browser still has of a session that has ended. */
  forget(res: Response): void {
    this.cookies.clear(res, this.cookies.session);
    this.siteCookies.clear(res);
  }

  /** Keeps a form until its person has a second factor. */
  keepForm({ id }: ConsoleSession, form: KeptForm): Promise<void> {
    return this.store.keepForm(id, form, this.clock.now());
  }

  /** The kept form, once. */
  takeForm({ id }: ConsoleSession): Promise<KeptForm | undefined> {
    return this.store.takeForm(id, this.clock.now());
  }

  listOf({ person }: ConsoleSession): Promise<ListedConsoleSession[]> {
    return this.store.listOf(person, this.clock.now());
  }

  /** Ends a session of the same person, by default this one, and revokes its tokens. False if there is no such session. */
  async end({ person, id }: ConsoleSession, endedId = id): Promise<boolean> {
    const tokens = await this.store.end(person, endedId);
    if (tokens) await this.identity.revoke(tokens);
    return tokens !== undefined;
  }

  async endOthers({ person, id }: ConsoleSession): Promise<void> {
    const ended = await this.store.endOthers(person, id);
    await Promise.all(ended.map((tokens) => this.identity.revoke(tokens)));
  }

  private async leaveBefore(req: Request, signedIn: CompletedSignIn): Promise<KeptForm | undefined> {
    const before = await this.find(req);
    if (!before) return undefined;
    const { person, id, tokens } = before;
    const isSame = person.issuer === signedIn.issuer && person.subject === signedIn.subject;
    const kept = isSame ? await this.takeForm(before) : undefined;
    const { providerSession } = tokens;
    // In a session that the sign-in has continued, Keycloak would revoke the new tokens with the earlier ones (measured).
    if (isSame && providerSession !== undefined && providerSession === signedIn.tokens.providerSession)
      await this.store.end(person, id);
    else await this.end(before);
    return kept;
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
