import { readCookie } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { type Request, type Response } from 'express';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type CookieRules } from '../oauth/cookies';
import { type PasswordsStore } from '../people/passwords.store';

const idLength = 16;
const timeLength = 6;
const macLength = 32;
const tokenLength = idLength + timeLength + macLength;

/** Accounts per browser. The most recent sign-in comes first. */
const mostTokens = 5;
const lifetimeMs = 180 * 24 * 60 * 60 * 1000;

export interface KnownBrowserParts {
  readonly keyring: Keyring;
  readonly cookies: CookieRules;
  readonly passwords: Pick<PasswordsStore, 'versionOf'>;
}

/**
 * Browsers in which a user has signed in before. One cookie holds a token for each account: an id, an expiry, and a MAC
 * over both, the account and the version of its password. A token is therefore valid for one account, until its password
 * changes. It grants no access: it only gives guesses from this browser their own budget (ADR 0019).
 */
export class KnownBrowsers {
  constructor(private readonly parts: KnownBrowserParts) {}

  /** The id of the browser if it is known to this account. Pass `''` if the account does not exist. */
  async find(req: Request, userId: string): Promise<string | undefined> {
    const version = await this.parts.passwords.versionOf(userId);
    const token = this.tokensOf(req).find((each) => this.isOf(each, { userId, version }));
    return token?.subarray(0, idLength).toString('base64url');
  }

  /** Call after a complete sign-in. The browser gets a new id, so a copy of the old cookie has a separate budget. */
  async remember(req: Request, res: Response, userId: string): Promise<void> {
    const { keyring, cookies, passwords } = this.parts;
    const version = await passwords.versionOf(userId);
    const head = Buffer.concat([randomBytes(idLength), timeOf(Date.now() + lifetimeMs)]);
    const own = Buffer.concat([head, keyring.mac(purpose, dataOf(head, { userId, version }))]);
    const others = this.tokensOf(req).filter((token) => !this.isOf(token, { userId, version }));
    const value = [own, ...others].slice(0, mostTokens).map((token) => token.toString('base64url'));
    res.cookie(cookies.knownBrowser, value.join('.'), { ...cookies.options, path: '/', maxAge: lifetimeMs });
  }

  private tokensOf(req: Request): Buffer[] {
    const value = readCookie(req.headers, this.parts.cookies.knownBrowser) ?? '';
    return value
      .split('.', mostTokens)
      .map((text) => Buffer.from(text, 'base64url'))
      .filter(({ length }) => length === tokenLength);
  }

  private isOf(token: Buffer, account: Account): boolean {
    const head = token.subarray(0, idLength + timeLength);
    if (head.readUIntBE(idLength, timeLength) <= Date.now()) return false;
    const macs = this.parts.keyring.macs(purpose, dataOf(head, account));
    return macs.some((mac) => timingSafeEqual(mac, token.subarray(head.length)));
  }
}

interface Account {
  readonly userId: string;
  /** The version of the password. */
  readonly version: string;
}

const purpose = 'known-browser';

function dataOf(head: Buffer, { userId, version }: Account): string {
  return [head.toString('base64url'), version, userId].join(' ');
}

function timeOf(ms: number): Buffer {
  const time = Buffer.alloc(timeLength);
  time.writeUIntBE(ms, 0, timeLength);
  return time;
}
