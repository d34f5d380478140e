import { asUuid, Clock, Problem } from '@governance/kernel';
import {
  dayInWords,
  ResultStore,
  verificationRecord,
  verificationUrl,
  withdrawalReasonsInWords,
  type WithdrawnRecord,
} from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';
import { type PageName } from './page-renderer';
import { verificationView } from './verification-view';

/** What people are told about a certificate: the public verification record in words. */
@Injectable()
export class VerificationPageService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
    private readonly addresses: SiteAddresses,
  ) {}

  /** @throws Problem `not_found`, for what cannot be an id too: people come here by a link, and both are a wrong link. */
  async pageOf(id: string): Promise<{ readonly name: PageName; readonly view: object }> {
    const known = asUuid(id);
    const result = known === undefined ? undefined : await this.results.findVerifiable(known);
    if (!result) throw new Problem('not_found', 'there is no such certificate');
    const { publicBaseUrl, platformBaseUrl } = this.addresses;
    const record = verificationRecord(result.id, result, { publicBaseUrl, now: this.clock.now() });
    switch (record.status) {
      case 'valid':
        return {
          name: 'verification',
          view: verificationView(record, verificationUrl(platformBaseUrl, record.id)),
        };
      case 'withdrawn':
        return { name: 'problem', view: withdrawnView(record) };
      case 'not_found':
        throw new Problem('not_found', 'there is no such certificate');
    }
  }
}

/** What the certificate said is not repeated: nobody should go by it. */
function withdrawnView({ id, issuedAt, withdrawnAt, withdrawalReason }: WithdrawnRecord): object {
  const [issued, withdrawn] = [new Date(issuedAt), new Date(withdrawnAt)].map(dayInWords);
  return {
    kicker: 'Certificate verification',
    title: 'This certificate was withdrawn',
    paragraphs: [
      `Certificate ${id}, issued on ${String(issued)}, was withdrawn on ${String(withdrawn)} and no longer counts.`,
      withdrawalReasonsInWords[withdrawalReason],
      'Whatever a paper with this id says, do not rely on it.',
    ],
  };
}
