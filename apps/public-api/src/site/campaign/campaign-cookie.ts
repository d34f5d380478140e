import { readCookie } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { proofLifeMs } from '../../campaign/browser-proofs';
import { SiteAddresses } from '../../site-addresses';
import { campaignPath } from './campaign-view';

/** The cookie by which a browser shows the answers of one link again. It is sent to the pages of this link alone. */
@Injectable()
export class CampaignCookie {
  private readonly isSecure: boolean;
  private readonly base: string;
  private readonly name: string;

  constructor({ publicBaseUrl }: SiteAddresses) {
    const { protocol, pathname } = new URL(publicBaseUrl);
    this.isSecure = protocol === 'https:';
    this.base = pathname.replace(/\/$/, '');
    // The prefix `__Host-` excludes a path.
    this.name = this.isSecure ? '__Secure-campaign' : 'campaign';
  }

  read({ headers }: Request): string | undefined {
    return readCookie(headers, this.name);
  }

  /** `capability` is genuine. */
  set(res: Pick<Response, 'cookie'>, capability: string, proof: string): void {
    res.cookie(this.name, proof, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.isSecure,
      path: this.base + campaignPath(capability),
      maxAge: proofLifeMs,
    });
  }
}
