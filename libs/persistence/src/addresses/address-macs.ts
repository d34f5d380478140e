import { domainOf, recipientKey } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';

/**
 * The keyed hashes for counting and finding addresses; the addresses themselves are stored sealed. A new row gets the newest
 * hash. A look-up compares all of them, because rows keep the hash of the key version they were written with.
 */
const purposes = {
  recipient: 'recipient-address',
  domain: 'recipient-domain',
  client: 'client-address',
  organization: 'inviting-organization',
  campaigns: 'campaigns-of-organization',
} as const;

/** `deliveries.recipient_mac` and `survey_results.submitter_email_mac`: the same hash, so that erasure finds both. */
export function recipientMacs(keyring: Keyring, address: string): Buffer[] {
  return keyring.macs(purposes.recipient, recipientKey(address));
}

export function domainMacs(keyring: Keyring, address: string): Buffer[] {
  return keyring.macs(purposes.domain, domainOf(recipientKey(address)));
}

/**
 * The hash of a client address, for the budgets. The address is not stored, so old hashes cannot be converted: after a key
 * rotation a client's count starts again.
 */
export function clientMac(keyring: Keyring, clientAddress: string): Buffer {
  return keyring.mac(purposes.client, clientAddress);
}

/** The hash of an organization, for the invitation budgets. After a key rotation its count starts again, too. */
export function organizationMac(keyring: Keyring, orgId: string): Buffer {
  return keyring.mac(purposes.organization, orgId);
}

/** The hash of an organization for the mails of its campaigns: they have the same budgets, and delay no invitation. */
export function campaignMac(keyring: Keyring, orgId: string): Buffer {
  return keyring.mac(purposes.campaigns, orgId);
}
