import {
  longestCampaignDays,
  mostCampaigns,
  mostFirstMails,
  mostNamedClients,
} from '@governance/assessments';
import { defineProblem, givenOnce, type ProblemDescription } from '@governance/http';
import { hiddenCharactersRefused } from '@governance/kernel';

/** The same for an id that is malformed, unknown, or of another organization, so that it reveals nothing. */
export const unknownCampaign = defineProblem({
  kind: 'not_found',
  text: 'there is no campaign with this id',
  when: 'The caller’s organization has no campaign with this id.',
  remedy: 'Use an id from your organization’s list',
});

export const campaignOfOthers = defineProblem({
  kind: 'conflict',
  text: 'the campaign has clients that you do not see: an account admin can end it',
  when: 'Some clients of the campaign are assigned to other members.',
  remedy: 'Ask an account admin',
});

export const noProvenDomain = defineProblem({
  kind: 'conflict',
  text: 'the organization has no proven domain: prove one first',
  when: 'The organization has not proven a domain, which every mail names.',
  remedy: 'Prove one with `POST /iam/domains`',
});

export const campaignNameTaken = defineProblem({
  kind: 'conflict',
  text: 'another campaign of the organization has this name',
  when: 'Another campaign has this name: a repeated request sends nothing twice.',
  remedy: 'Look at that campaign, or send another name',
});

export const tooManyCampaigns = defineProblem({
  kind: 'conflict',
  text: `the organization has ${mostCampaigns} campaigns already: delete one first`,
  when: 'The organization has as many campaigns as it may have.',
  remedy: 'Delete campaigns that you no longer need',
});

export const firstCampaignTooLarge = defineProblem({
  kind: 'conflict',
  text: `the first campaign of an organization has at most ${mostFirstMails} clients`,
  when: 'The organization has no other campaign yet, and this one names more clients.',
  remedy: 'Begin with fewer clients, then create another campaign',
});

export const nobodyToAsk = defineProblem({
  kind: 'conflict',
  text: 'none of these clients can be asked: each needs a contact, and must not be archived',
  when: 'No client is left: each is unknown, archived or without a contact, or its contact has opted out.',
  remedy: 'Add contacts to the clients',
});

export const conditionRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The condition is invalid.',
    texts: { 'client_id must be the id of a client': 'Send an `id` from the list of clients' },
  },
  givenOnce('client_id'),
];

export const campaignRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A member is invalid.',
    texts: {
      'name must be a string': 'Send a string',
      'name must have 1 to 100 characters': 'Send a shorter one, or one at all',
      [`name ${hiddenCharactersRefused}`]: 'Remove them',
      'name must be well-formed text without NUL characters': 'Remove NUL characters and lone surrogates',
      'mode must be a string': 'Send a string',
      'mode must be one of msp-self, client-on-behalf': 'Send one of them',
      'message must be a string': 'Send a string',
      'message must have at most 500 characters': 'Send a shorter one',
      [`message ${hiddenCharactersRefused}`]: 'Send plain text; line breaks may stay',
      'message must have no addresses or links': 'Remove them: the mail has the only link',
      'due_at must be a string': 'Send a string',
      'due_at must be an RFC 3339 time': 'Send a time such as `2027-01-31T12:00:00Z`',
      [`due_at must be on one of the next ${longestCampaignDays} days, in UTC`]:
        'Send a later or an earlier day',
      'clients must be an object': 'Send `{"ids": […]}` or `{"filter": {…}}`',
      'clients must have either ids or filter': 'Send one of them, and no other member',
      'ids of clients must be an array of strings': 'Send ids from the list of clients',
      'filter of clients must have no members but search, tag and owner, each a string':
        'Send conditions of the list of clients',
      [`clients must name 1 to ${mostNamedClients} ids`]: 'Send a filter, or several campaigns',
      'each id of clients must be the id of a client': 'Send ids from the list of clients',
      'search must have 1 to 8 words, in at most 200 characters': 'Send fewer words; signs are no words',
      'tag must be a tag of a client': 'Send a text of 1 to 40 characters',
      'owner must be the id of a member of the organization': 'Send an `id` from the list of members',
    },
  },
];
