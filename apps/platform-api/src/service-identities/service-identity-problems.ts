import { defineProblem } from '@governance/http';

/** The same for an id that is malformed, unknown, or of another organization, so that it reveals nothing. */
export const unknownIdentity = defineProblem({
  kind: 'not_found',
  text: 'there is no service identity with this id',
  when: 'The caller’s organization has no service identity with this id.',
  remedy: 'Use an id from your organization’s list. One that was never renamed ends with its last credential',
});

export const identityInUse = defineProblem({
  kind: 'conflict',
  text: 'credentials use this service identity: revoke them first',
  when: 'A credential or trust rule acts for the service identity, or one is being created.',
  remedy: 'Revoke its credentials and delete its trust rules, then delete it',
});
