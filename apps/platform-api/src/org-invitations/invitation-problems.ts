import { Problem } from '@governance/kernel';

/** A caller cannot give permissions that they lack. */
export function exceedingRole(): Problem {
  return new Problem('forbidden', 'the role has permissions that the access token lacks', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  });
}

export function alreadyMember(): Problem {
  return new Problem('conflict', 'a member of this organization has this address');
}

/** The same for an unknown id and for an invitation of another organization. */
export function unknownInvitation(): Problem {
  return new Problem('not_found', 'there is no invitation with this id');
}

export function notPending(status: 'accepted' | 'expired' | 'revoked'): Problem {
  return new Problem('conflict', `the invitation is no longer pending: it is ${status}`);
}

export function disabledConnection(): Problem {
  return new Problem('conflict', 'the connection of the invitation is disabled');
}
