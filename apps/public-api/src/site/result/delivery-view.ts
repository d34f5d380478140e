import { type CertificateDeliveryStatus } from '@governance/deliveries';
import { momentOf } from '../moment';

const downloadInstead = 'You can also download the certificate here.';

/**
 * Whether the certificate was mailed, in words; undefined if there is nothing to send. Nothing in it tells why a mail waits
 * (decisions 2). The page of a `pending` one asks for its status again.
 */
export function deliveryView(delivery: CertificateDeliveryStatus) {
  switch (delivery.status) {
    case 'none':
      return undefined;
    case 'queued':
      return {
        title: 'Queued.',
        about: 'The certificate is in the queue for the address that you entered.',
        tone: 'good',
        pending: delivery.status,
      };
    case 'waiting':
      return {
        title: 'Not sent yet.',
        about: `We keep trying, for two days at most. ${downloadInstead}`,
        tone: 'calm',
        pending: delivery.status,
      };
    case 'sent':
      return {
        title: `Sent on ${momentOf(delivery.sentAt.toISOString()).text}.`,
        about:
          'The mail server of the recipient accepted it. If you do not find it, look in the spam folder.',
        tone: 'good',
        pending: '',
      };
    case 'failed':
      return {
        title: 'Not sent.',
        about: 'We stopped trying. Send it again, or download it here.',
        tone: 'bad',
        pending: '',
      };
  }
}
