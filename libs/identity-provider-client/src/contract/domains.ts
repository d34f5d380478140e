import { canonicalDomain } from '@governance/deliveries';
import { domainProblems } from '@governance/iam';
import * as z from 'zod';
import { id, moment, optional, someId, textThat } from './members';

export const domainName = textThat(
  'must be a domain in canonical form',
  (value) => canonicalDomain(value) === value,
  {
    format: 'hostname',
    maxLength: 253,
  },
);

export const putDomainRequest = z.strictObject({
  /** An enterprise connection of the organization. Absent: none offers itself to addresses of the domain. */
  connectionId: optional(id),
});

/** A domain that an organization has proven or wants to prove. */
export const domainResponse = z.object({
  /** In canonical form. */
  name: z.string().min(1).max(253),
  connectionId: someId.nullable(),
  /** The name and the text of the TXT record. */
  recordName: z.string().min(1).max(300),
  recordValue: z.string().min(1).max(500),
  challengeExpiresAt: moment,
  provenAt: moment.nullable(),
  // Absent: an earlier release of the provider, which does not check domains again.
  /** Since when the DNS answers without the record of a proven domain. After seven days the proof expires. */
  missingSince: moment.nullish(),
  /** When the proof expired, because the record was gone. */
  lapsedAt: moment.nullish(),
  createdAt: moment,
});

/** Sorted by name. */
export const domainListResponse = z.object({ domains: z.array(domainResponse).readonly() });

export const domainCheckResponse = z.object({
  domain: domainResponse,
  /** `null`: the domain is proven. */
  problem: z.enum(domainProblems).nullable(),
});

/** A proof of a domain that ended, because its record was gone. */
const domainLapse = z.object({
  id: z.uuid(),
  orgId: someId,
  name: z.string().min(1).max(253),
  lapsedAt: moment,
});

/** Oldest first, at most 100. */
export const domainLapseListResponse = z.object({ lapses: z.array(domainLapse).readonly() });
