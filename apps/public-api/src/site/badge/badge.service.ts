import { asUuid, Problem } from '@governance/kernel';
import { VerificationService } from '@governance/verification';
import { Injectable } from '@nestjs/common';
import { badgeSvg } from './badge-svg';
import { bakedBadge } from './open-badge';

export interface Badge {
  readonly status: 200 | 404;
  readonly svg: string;
}

export interface OpenBadge {
  /** An image with the credential in it. */
  readonly svg: string;
  /** The credential, a compact JWS. */
  readonly credential: string;
  readonly fileName: string;
}

/** Badges of the public verification record. */
@Injectable()
export class BadgeService {
  constructor(private readonly verification: VerificationService) {}

  /** What is no certificate, or no longer one, has a badge that says so: a page that embeds it shows more than a gap. */
  async badgeOf(id: string): Promise<Badge> {
    const known = asUuid(id);
    const record = known === undefined ? undefined : await this.verification.recordOf(known);
    if (record?.valid) {
      const { tier, overallScore, launchAllowed } = record;
      const verdict = launchAllowed ? 'ready to launch' : 'not ready to launch';
      return { status: 200, svg: badgeSvg(`${tier} · ${overallScore} of 100 · ${verdict}`, tier) };
    }
    if (record?.status === 'withdrawn') return { status: 200, svg: badgeSvg('certificate withdrawn') };
    return { status: 404, svg: badgeSvg('no such certificate') };
  }

  /** @throws Problem `not_found` for a certificate that is unknown, withdrawn or not signed yet. */
  async openBadgeOf(id: string): Promise<OpenBadge> {
    const known = asUuid(id);
    const record = known === undefined ? undefined : await this.verification.recordOf(known);
    if (!record?.valid || record.credential === undefined)
      throw new Problem('not_found', 'there is no Open Badge of this certificate');
    const { svg } = await this.badgeOf(record.id);
    const { credential } = record;
    return {
      svg: bakedBadge(svg, credential),
      credential,
      fileName: `open-badge-${record.id.slice(0, 8)}`,
    };
  }
}
