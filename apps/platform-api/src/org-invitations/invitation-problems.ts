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
