import {
  type ConsoleSession,
  consoleSessionMs,
  ConsoleSessionStore,
  type ListedConsoleSession,
} from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { randomBytes, randomUUID } from 'node:crypto';
import { browserInWords } from './browser-in-words';
import { ConsoleCookies } from './console-cookies';
import { type CompletedSignIn, ConsoleIdentity } from './console-identity';

/** 256 bits, as base64url. */
const secretForm = /^[\w-]{43}$/;

/** The sessions of people, by the cookie of their browser. */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly store: ConsoleSessionStore,
    private readonly identity: ConsoleIdentity,
    private readonly cookies: ConsoleCookies,
    private readonly clock: Clock,
  ) {}

  /** Undefined if the browser has none, or it has ended. */
  async find(req: Request): Promise<ConsoleSession | undefined> {
    const secret = this.cookies.read(req, this.cookies.session);
    if (secret === undefined || !secretForm.test(secret)) return undefined;
    return this.store.use(secret, this.clock.now());
  }

  /** Always a new secret, so that it is unknown before the sign-in. The session before it ends. */
  async start(req: Request, res: Response, signedIn: CompletedSignIn): Promise<void> {
    const before = await this.find(req);
    if (before) await this.end(before);
    const now = this.clock.now();
    const { issuer, subject, name, email, tokens } = signedIn;
    const secret = randomBytes(32).toString('base64url');
    await this.store.start({
      id: randomUUID(),
      secret,
      person: { issuer, subject },
      tokens,
      name,
      email,
      browser: browserInWords(req.headers['user-agent']),
      createdAt: now,
      endsAt: new Date(now.getTime() + consoleSessionMs),
    });
    this.cookies.set(res, this.cookies.session, { value: secret });
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
}
