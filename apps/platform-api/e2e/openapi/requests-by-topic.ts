import {
  changeMembers,
  type Documented,
  requestAuditEvents,
  requestConnections,
  requestDomains,
  requestMembers,
  requestSentInvitations,
} from './admin-requests';
import { createCampaigns, endCampaigns, readCampaigns } from './campaign-requests';
import { changeClients, createClients, importClients, listClients } from './client-requests';
import { requestInvitations, requestServiceIdentities } from './identity-requests';
import { requestPortfolio, requestReviewPacks } from './portfolio-requests';
import { requestResults } from './result-requests';
import {
  changeTrustRules,
  createTrustRules,
  requestCredentialPolicy,
  tryTrustRules,
} from './trust-rule-requests';

/** In this order, with what they are about. */
export const requestsByTopic: readonly (readonly [string, (documented: Documented) => Promise<void>])[] = [
  ['requests for service identities', requestServiceIdentities],
  ['creations of trust rules', createTrustRules],
  ['changes of trust rules', changeTrustRules],
  ['trials of trust rules', tryTrustRules],
  ['requests for the credential policy', requestCredentialPolicy],
  ['requests for connections', requestConnections],
  ['requests for domains', requestDomains],
  ['invitations', requestInvitations],
  ['requests for members', requestMembers],
  ['changes of members', changeMembers],
  ['requests for audit events', requestAuditEvents],
  ['creations of clients', createClients],
  ['changes of clients', changeClients],
  ['lists of clients', listClients],
  ['imports of clients', importClients],
  ['creations of campaigns', createCampaigns],
  ['requests for campaigns', readCampaigns],
  ['ends of campaigns', endCampaigns],
  ['requests for results', requestResults],
  ['requests for the portfolio', requestPortfolio],
  ['requests for review packs', requestReviewPacks],
  ['requests for invitations that were sent', requestSentInvitations],
];
