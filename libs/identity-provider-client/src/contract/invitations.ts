import { offerStates } from '@governance/iam';
import * as z from 'zod';
import { email, id, invitedRole, listOf, optional, textLike, timestamp } from './members';

/** The whole invitation. */
export const withdrawInvitationRequest = z.strictObject({
  orgId: id,
  email,
  role: invitedRole,
  /** The connection with which the invitee must accept. Absent: the invitee chooses. */
  connectionId: optional(id),
  /** Decides which of two invitations is older. */
  createdAt: timestamp,
  expiresAt: timestamp,
});

export const putInvitationRequest = withdrawInvitationRequest.extend({
  /** 256 bits, in the link. Only a hash of it is stored. */
  token: textLike('must be 32 bytes in base64url', /^[\w-]{42}[AEIMQUYcgkosw048]$/),
});

/** The data for the invitation mail. */
export const offeredInvitationResponse = z.object({
  /** The page on which the invitee accepts. It contains the token. */
  link: z.url({ protocol: /^https?$/ }),
  orgName: z.string().min(1).max(200),
});

export const invitationStatesRequest = z.strictObject({
  invitationIds: listOf((must) => z.uuid(must), { must: 'must have 1 to 200 UUIDs', least: 1, most: 200 }),
});

/** Those that the organization has, sorted by id. An expired invitation stays `offered`. */
export const invitationStateListResponse = z.object({
  invitations: z.array(z.object({ id: z.string(), state: z.enum(offerStates) })).readonly(),
});
