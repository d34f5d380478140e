import {
  changeMembers,
  type Documented,
  requestAuditEvents,
  requestMembers,
  requestSentInvitations,
} from './admin-requests';
import { requestResults } from './result-requests';

/** In this order, with what they are about. */
export const requestsByTopic: readonly (readonly [string, (documented: Documented) => Promise<void>])[] = [
  ['requests for members', requestMembers],
  ['changes of members', changeMembers],
  ['requests for audit events', requestAuditEvents],
  ['requests for results', requestResults],
  ['requests for invitations that were sent', requestSentInvitations],
];
