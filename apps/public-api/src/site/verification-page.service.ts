import { Clock, ResultStore, verificationRecord, verificationUrl } from '@governance/assessments';
import { Problem } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';
import { type VerificationView, verificationView } from './verification-view';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What people are told about a certificate: the public verification record in words. */
@Injectable()
export class VerificationPageService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
    private readonly addresses: SiteAddresses,
  ) {}

  /** @throws Problem `not_found`, for what cannot be an id too: people come here by a link, and both are a wrong link. */
  async viewOf(id: string): Promise<VerificationView> {
    const result = uuid.test(id) ? await this.results.findVerifiable(id.toLowerCase()) : undefined;
    if (!result) throw new Problem('not_found', 'there is no such certificate');
    const { publicBaseUrl, platformBaseUrl } = this.addresses;
    const record = verificationRecord(result.id, result, { publicBaseUrl, now: this.clock.now() });
    if (!record.valid) throw new Problem('not_found', 'there is no such certificate');
    return verificationView(record, verificationUrl(platformBaseUrl, record.id));
  }
}
