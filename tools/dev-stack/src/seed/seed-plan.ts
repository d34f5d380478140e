import { type Role } from '@governance/iam';

export interface PlannedPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export interface PlannedConnection {
  readonly id: string;
  readonly name: string;
  readonly type: 'database' | 'enterprise';
}

export interface PlannedOrganization {
  readonly id: string;
  readonly name: string;
  /** Seconds for which a second factor is valid; 0: never required. */
  readonly mfaMaxAge: number;
  readonly people: readonly PlannedPerson[];
  readonly connections: readonly PlannedConnection[];
  /** Whether its lists are full from the first start on: the audit events of a week, and what an admin has to look at. */
  readonly isLively?: true;
}

/** Initial data: one organization that requires a second factor, and one that does not. */
export const seedPlan: readonly PlannedOrganization[] = [
  lively(planned('acme', 'Acme', 300)),
  planned('globex', 'Globex', 0),
];

/** The client's name for each organization's machine. */
export const plannedClientName = 'Development machine';

/** With an engineer, who sees the clients that they are assigned to, and those without members. */
function lively(organization: PlannedOrganization): PlannedOrganization {
  const engineer = {
    id: 'usr_acme_engineer',
    email: 'engineer@acme.example',
    name: 'Acme engineer',
    role: 'client-manager',
  } as const;
  return { ...organization, people: [...organization.people, engineer], isLively: true };
}

function planned(key: string, name: string, mfaMaxAge: number): PlannedOrganization {
  return {
    id: `org_${key}`,
    name: `${name} MSP`,
    mfaMaxAge,
    people: [
      { id: `usr_${key}_admin`, email: `admin@${key}.example`, name: `${name} admin`, role: 'account-admin' },
      { id: `usr_${key}_viewer`, email: `viewer@${key}.example`, name: `${name} viewer`, role: 'viewer' },
    ],
    connections: [
      { id: `con_${key}_database`, name: 'Email and password', type: 'database' },
      { id: `con_${key}_enterprise`, name: `${name} single sign-on`, type: 'enterprise' },
    ],
  };
}
