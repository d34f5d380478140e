import { Injectable } from '@nestjs/common';
import { type CookieOptions, type Response } from 'express';
import { ConsoleSettings } from './console-settings';

/**
 * The cookies by which the site of the public surface knows who is signed in (ADR 58). Unlike those of the console they can
 * be for a domain: they identify a person there, and open no page here.
 */
@Injectable()
export class SiteCookies {
  constructor(private readonly settings: ConsoleSettings) {}

  /** Whether the site shows who is signed in. */
  get isWanted(): boolean {
    return this.settings.siteCookie !== undefined;
  }

  /** Both live as long as the browser; the row of the session ends before. */
  set(res: Response, secret: string): void {
    const { siteCookie } = this.settings;
    if (!siteCookie) return;
    res.cookie(siteCookie.name, secret, this.options(true));
    res.cookie(siteCookie.hintName, '1', this.options(false));
  }

  clear(res: Response): void {
    const { siteCookie } = this.settings;
    if (!siteCookie) return;
    res.clearCookie(siteCookie.name, this.options(true));
    res.clearCookie(siteCookie.hintName, this.options(false));
  }

  /** Scripts of the site read the hint, so that they do not ask where no person can be signed in. */
  private options(httpOnly: boolean): CookieOptions {
    const { domain, secure = false } = this.settings.siteCookie ?? {};
    return { httpOnly, sameSite: 'lax', secure, path: '/', ...(domain !== undefined && { domain }) };
  }
}
