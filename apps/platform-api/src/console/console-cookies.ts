import { readCookie } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { type CookieOptions, type Request, type Response } from 'express';
import { ConsoleSettings } from './console-settings';

/** The cookies of the console: host-only, unreadable for scripts, not sent by forms of other sites. */
@Injectable()
export class ConsoleCookies {
  private readonly prefix: string;
  private readonly options: CookieOptions;

  /** With TLS only this host can set the cookies, so a sibling domain cannot plant a session. */
  constructor({ baseUrl }: ConsoleSettings) {
    const secure = baseUrl.startsWith('https:');
    this.prefix = secure ? '__Host-' : '';
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
    return `${this.prefix}console-sign-in-${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}`;
  }

  read({ headers }: Request, name: string): string | undefined {
    return readCookie(headers, name);
  }

  set(res: Response, name: string, { value, maxAgeMs }: { value: string; maxAgeMs?: number }): void {
    res.cookie(name, value, { ...this.options, ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }) });
  }

  clear(res: Response, name: string): void {
    res.clearCookie(name, this.options);
  }
}
