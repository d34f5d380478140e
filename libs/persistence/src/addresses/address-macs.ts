import { domainOf, recipientKey } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';

/**
 * The keyed hashes by which addresses are counted and found; the addresses themselves are only kept sealed. A new row
 * gets the first hash, a look-up compares all of them: rows keep the hash of the key version under which they were made.
 */
const purposes = {
  recipient: 'recipient-address',
  domain: 'recipient-domain',
  client: 'client-address',
  organization: 'inviting-organization',
} as const;

/** `deliveries.recipient_mac` and `survey_results.submitter_email_mac`: the same hash, so that erasure finds both. */
export function recipientMacs(keyring: Keyring, address: string): Buffer[] {
  return keyring.macs(purposes.recipient, recipientKey(address));
}

export function domainMacs(keyring: Keyring, address: string): Buffer[] {
  return keyring.macs(purposes.domain, domainOf(recipientKey(address)));
}

/**
 * Of a client address as the budgets count it. It is kept nowhere, so that nothing leads from an older key version's
 * hash to the newest one's: after a rotation the count of a client begins anew.
 */
export function clientMac(keyring: Keyring, clientAddress: string): Buffer {
  return keyring.mac(purposes.client, clientAddress);
}

/** Of an organization as the budgets of invitations count it; likewise, after a rotation its count begins anew. */
export function organizationMac(keyring: Keyring, orgId: string): Buffer {
  return keyring.mac(purposes.organization, orgId);
}
