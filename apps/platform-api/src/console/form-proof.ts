import { type ConsoleSession } from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { timingSafeEqual } from 'node:crypto';
import { ConsoleSettings } from './console-settings';

const purpose = 'console-form';

/** Proves that a form comes from a page of this session: by its token, and by the headers that browsers set. */
@Injectable()
export class FormProof {
  private readonly origin: string;

  constructor(
    private readonly keyring: Keyring,
    { baseUrl }: ConsoleSettings,
  ) {
    this.origin = new URL(baseUrl).origin;
  }

  /** For the hidden field `token` of every form. */
  tokenOf({ id }: Pick<ConsoleSession, 'id'>): string {
    return this.keyring.mac(purpose, id).toString('base64url');
  }

  /** @throws Problem if another site sends the form, or a client that does not say which. */
  checkOrigin({ headers }: Request): void {
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    const isOurs = origin === undefined ? site !== undefined : origin === this.origin;
    if (!isOurs || (site !== undefined && site !== 'same-origin')) throw refused();
  }

  /** The keys of earlier versions count too: a rotation ends no form. @throws Problem */
  checkToken({ id }: Pick<ConsoleSession, 'id'>, form: URLSearchParams | undefined): void {
    const given = Buffer.from(form?.get('token') ?? '', 'base64url');
    const isKnown = this.keyring
      .macs(purpose, id)
      .some((mac) => mac.length === given.length && timingSafeEqual(mac, given));
    if (!isKnown) throw refused();
  }
}

function refused(): Problem {
  return new Problem('forbidden', 'the form is not from a page of this session', { code: 'foreign_form' });
}
