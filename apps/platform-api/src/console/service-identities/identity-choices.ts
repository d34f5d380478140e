import { type PlatformClient } from '@governance/client';
import { abilitiesOf, ofPeopleOnly } from '../abilities';
import { type Choice, choicesIn } from '../form-fields';
import { ifServed } from '../if-served';
import { allIdentities } from './all-identities';

/** What a new credential or trust rule can be given, by field of its form. */
export type IdentityChoices = Readonly<Record<'service_identity_id' | 'permissions', readonly Choice[]>>;

/** The service identities of the organization, and what this person can permit to a new one. */
export async function identityChoices(client: PlatformClient): Promise<IdentityChoices> {
  const [permissions, identities] = await Promise.all([
    ifServed(client.get('/iam/permissions')),
    ifServed(allIdentities(client)),
  ]);
  const grantable = (permissions?.permissions ?? []).filter(
    (each) => each.grantable && !ofPeopleOnly.has(each.permission),
  );
  return {
    service_identity_id: choicesIn(identities ?? [], 'A new service identity'),
    permissions: grantable.map(({ permission, description }) => ({
      value: permission,
      label: abilitiesOf([permission])[0] ?? description,
    })),
  };
}
