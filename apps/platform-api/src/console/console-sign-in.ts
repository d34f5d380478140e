import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { ConsoleCookies } from './console-cookies';
import { ConsoleIdentity, signInMs, type WantedSignIn } from './console-identity';

/** Leads a browser to the sign-in at the identity provider. */
@Injectable()
export class ConsoleSignIn {
  constructor(
    private readonly identity: ConsoleIdentity,
    private readonly cookies: ConsoleCookies,
  ) {}

  async lead(res: Response, wanted: WantedSignIn): Promise<void> {
    const { url, state, cookie: value } = await this.identity.begin(wanted);
    this.cookies.setSignIn(res, state, { value, maxAgeMs: signInMs });
    // A browser carries the fragment of a link over to where it is redirected to, unless that has one: it can be a secret.
    leave(res, `${url}#`);
  }
}

/** Redirects without telling the other side where the browser was. */
export function leave(res: Response, url: string): void {
  res.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(303, url);
}
