import { asUuid, Clock } from '@governance/kernel';
import { ResultStore, verificationRecord, verificationUrl } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';
import { type PageName } from './page-renderer';
import { notFoundView, withdrawnView } from './unconfirmed-view';
import { verificationView } from './verification-view';

export interface VerificationPage {
  readonly status: 200 | 404;
  readonly name: PageName;
  readonly view: object;
}

/** The public verification record as a page. */
@Injectable()
export class VerificationPageService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
    private readonly addresses: SiteAddresses,
  ) {}

  async pageOf(id: string): Promise<VerificationPage> {
    const known = asUuid(id);
    const result = known === undefined ? undefined : await this.results.findVerifiable(known);
    const { publicBaseUrl, platformBaseUrl } = this.addresses;
    const record = verificationRecord(known ?? '', result, { publicBaseUrl, now: this.clock.now() });
    switch (record.status) {
      case 'valid':
        return {
          status: 200,
          name: 'verification',
          view: verificationView(record, verificationUrl(platformBaseUrl, record.id)),
        };
      case 'withdrawn':
        return { status: 200, name: 'unconfirmed', view: withdrawnView(record) };
      case 'not_found':
        return { status: 404, name: 'unconfirmed', view: notFoundView(record) };
    }
  }
}
