import { readCookie } from '@governance/http';
import { SiteSessions } from '@governance/iam';
import { Clock, Unavailable } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { SiteAccount } from '../site-account';
import { type IdentityResponse } from './identity.dto';

/** What the probe says of a caller. */
export type Identified = Omit<IdentityResponse, 'authenticated'>;

/** The headers that decide who asks, as Node names them. */
export interface AskingHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** 256 bits, as base64url. */
const secretForm = /^[\w-]{43}$/;

/** Who asks: the holder of a token, or a person who is signed in to the console in the same browser. */
@Injectable()
export class IdentityService {
  private readonly logger = new Logger(IdentityService.name);

  constructor(
    private readonly sessions: SiteSessions,
    private readonly clock: Clock,
    private readonly account: SiteAccount,
  ) {}

  /**
   * A token that was sent decides, valid or not. Without one, the cookie of the site names a person. Undefined for an anonymous
   * caller, also while the database is unavailable.
   */
  async identify(headers: AskingHeaders, holder: Identified | undefined): Promise<Identified | undefined> {
    if (holder !== undefined || headers.authorization !== undefined) return holder;
    const secret = this.secretIn(headers);
    return secret === undefined ? undefined : this.personWith(secret);
  }

  /** Not in a request that a page of another site or a sibling host makes. Malformed secrets cost no look-up. */
  private secretIn(headers: AskingHeaders): string | undefined {
    const { name } = this.account.cookie ?? {};
    const site = headers['sec-fetch-site']?.toString();
    if (name === undefined || !['same-origin', 'none', undefined].includes(site)) return undefined;
    const secret = readCookie(headers, name);
    return secret !== undefined && secretForm.test(secret) ? secret : undefined;
  }

  private async personWith(secret: string): Promise<Identified | undefined> {
    try {
      const person = await this.sessions.find(secret, this.clock.now());
      // The console learns roles from the API for each page. The site needs none, and a stored one would outlive a change.
      return person && { name: person.name ?? '', email: person.email ?? '', roles: [] };
    } catch (error) {
      if (!(error instanceof Unavailable))
        this.logger.error({ msg: 'the person of a console session could not be read', err: error });
      return undefined;
    }
  }
}
