import {
  dayInWords,
  type NotFoundRecord,
  withdrawalReasonsInWords,
  type WithdrawnRecord,
} from '@governance/assessments';
import { momentOf } from './moment';

/** What the page of a certificate shows that is withdrawn or unknown. It never repeats what the certificate said. */
export function withdrawnView(record: WithdrawnRecord) {
  const day = (date: string): string => dayInWords(new Date(date));
  return {
    withdrawn: true,
    title: 'This certificate was withdrawn',
    lead: 'Do not rely on it. Its result no longer counts.',
    status: 'Withdrawn',
    checkedAt: momentOf(record.verifiedAt),
    facts: [
      { name: 'Certificate id', value: record.id, code: true },
      { name: 'Issued on', value: day(record.issuedAt), code: false },
      { name: 'Withdrawn on', value: day(record.withdrawnAt), code: false },
      { name: 'Reason', value: withdrawalReasonsInWords[record.withdrawalReason], code: false },
    ],
    advice: ['Ask the holder for a current certificate. A printed copy of this one proves nothing.'],
  };
}

/** Does not repeat the id, which is the client's. */
export function notFoundView({ verifiedAt }: NotFoundRecord) {
  return {
    withdrawn: false,
    title: 'There is no such certificate',
    lead: 'We did not issue a certificate with this id, or the id is incomplete.',
    status: 'Not confirmed',
    checkedAt: momentOf(verifiedAt),
    facts: [],
    advice: [
      'If you typed the id, compare every character with the certificate.',
      'If the QR code or the link on a certificate brought you here, do not rely on that certificate.',
    ],
  };
}
