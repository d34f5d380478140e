import { readCookie, surplusSignIns } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { type CookieOptions, type Request, type Response } from 'express';
import { ConsoleSettings } from './console-settings';

/** The cookies of the console: host-only, unreadable for scripts, not sent by forms of other sites. */
@Injectable()
export class ConsoleCookies {
  private readonly prefix: string;
  private readonly options: CookieOptions;
  private readonly signIns: string;

  /** With TLS only this host can set the cookies, so a sibling domain cannot plant a session. */
  constructor({ baseUrl }: ConsoleSettings) {
    const secure = baseUrl.startsWith('https:');
    this.prefix = secure ? '__Host-' : '';
    this.signIns = `${this.prefix}console-sign-in-`;
    this.options = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  }

  /** Lives as long as the browser; the row ends before. */
  get session(): string {
    return `${this.prefix}console-session`;
  }

  /** What the browser has just done, until the next page has said so. */
  get done(): string {
    return `${this.prefix}console-done`;
  }

  /** One for each sign-in, so that two tabs do not interfere. */
  signIn(state: string): string {
    return `${this.signIns}${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}`;
  }

  read({ headers }: Request, name: string): string | undefined {
    return readCookie(headers, name);
  }

  set(res: Response, name: string, { value, maxAgeMs }: { value: string; maxAgeMs?: number }): void {
    res.cookie(name, value, { ...this.options, ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }) });
  }

  setSignIn(res: Response, state: string, cookie: { value: string; maxAgeMs: number }): void {
    for (const name of surplusSignIns(res.req.headers, this.signIns)) this.clear(res, name);
    this.set(res, this.signIn(state), cookie);
  }

  clear(res: Response, name: string): void {
    res.clearCookie(name, this.options);
  }
}
